/** Runs requests on several connections for a given time and measures them. Reads the CPU time and the memory of a process. */
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { messageOf } from '../../worker/domain/text/error-message.ts'

export type Case = {
  name: string
  against: string | null
  connections: number
  pid: () => number
  once: (turn: number) => Promise<void>
}
export type Figures = { requests: number; failures: number; seconds: number; latencies: number[]; cpuSeconds: number }

function childPids(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/** Returns the ids of the workerd processes that a parent process has started, by default this process. */
export function workerdPids(parent = process.pid): number[] {
  return childPids(parent).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('workerd')
    } catch {
      return false
    }
  })
}

/** Returns the CPU seconds of a process, user and system. A clock tick is a hundredth of a second on Linux. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

export function peakMegabytes(pid: number): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes ?? 0) / 1024)
}

/** Runs a case for `seconds` and adds to `figures`. The CPU time includes the `restMs` after the last request. */
export async function slice(bench: Case, figures: Figures, seconds: number, restMs = 0): Promise<void> {
  const before = cpuSeconds(bench.pid())
  const started = performance.now()
  const end = started + seconds * 1000
  let turn = figures.requests
  await Promise.all(
    Array.from({ length: bench.connections }, async () => {
      while (performance.now() < end) {
        const at = performance.now()
        try {
          await bench.once(turn++)
          figures.requests++
          figures.latencies.push(performance.now() - at)
        } catch (error) {
          figures.failures++
          if (figures.failures <= 3) console.warn(`  ${bench.name}: ${messageOf(error)}`)
          if (figures.failures > 1_000) throw error
        }
      }
    }),
  )
  figures.seconds += (performance.now() - started) / 1000
  if (restMs > 0) await wait(restMs)
  figures.cpuSeconds += cpuSeconds(bench.pid()) - before
}

export function quantile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export function newFigures(): Figures {
  return { requests: 0, failures: 0, seconds: 0, latencies: [], cpuSeconds: 0 }
}

const round = (value: number, digits: number) => Number(value.toFixed(digits))

/** Returns p50 and p99 in milliseconds. */
export function latencyOf(latencies: number[]): { 'p50 ms': number; 'p99 ms': number } {
  const sorted = latencies.toSorted((a, b) => a - b)
  return { 'p50 ms': round(quantile(sorted, 0.5), 1), 'p99 ms': round(quantile(sorted, 0.99), 1) }
}

/** Returns the table row of a case. `rates` maps the name of each case to its requests per second. */
export function rowOf(bench: Case, of: Figures, rates: ReadonlyMap<string, number>) {
  const rate = of.requests / of.seconds
  return {
    case: bench.name,
    connections: bench.connections,
    'requests/s': Math.round(rate),
    ...latencyOf(of.latencies),
    'CPU ms/request': round((of.cpuSeconds * 1000) / Math.max(1, of.requests), 2),
    ratio: bench.against ? round(rate / (rates.get(bench.against) ?? 1), 2) : null,
    against: bench.against ?? '',
    failures: of.failures,
  }
}
