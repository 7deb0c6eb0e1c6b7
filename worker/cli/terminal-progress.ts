/**
 * Shows a command's progress on one line of the terminal, which each update replaces. Shows nothing if output is piped.
 */
type Terminal = { isTTY?: boolean; columns?: number; write(text: string): unknown }

export type Progress = {
  show(line: string): void
  /** Clears the line before the command prints something else. */
  clear(): void
}

const CLEAR_LINE = '\r\u001b[2K'

export function terminalProgress(terminal: Terminal): Progress {
  if (!terminal.isTTY) return { show() {}, clear() {} }
  return {
    show: (line) => terminal.write(`${CLEAR_LINE}${line.slice(0, (terminal.columns ?? 80) - 1)}`),
    clear: () => terminal.write(CLEAR_LINE),
  }
}
