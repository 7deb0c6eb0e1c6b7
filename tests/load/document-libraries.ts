/**
 * `npm run bench:documents` compares the shop's own writers of PDF and calendar files with libraries. For each, it measures
 * the size in the worker's bundle, the time to load the module, the time per file and the memory. Each writer runs in a
 * process of its own, because modules and heaps influence each other. Both PDF writers produce the same ticket, with a name
 * outside of Latin-1 and an embedded subset of the same font.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { ROOT } from '../../worker/cli/root.ts'
import { designLook } from '../../worker/mail/design-look.ts'

const FILES = 200
const MEGABYTE = 1024 * 1024
const KILOBYTE = 1024
const TICKET = {
  brand: { name: 'Stagedoor', colours: designLook().colours, logo: null, picture: null },
  title: 'Nachtfalter – Motten und Staub',
  facts: [
    { label: 'Wann', value: 'Sa., 20.03.2027, 20:00' },
    { label: 'Für', value: 'Özge Łuczak 🎸' },
  ],
  code: '4006381333931',
  codeLabel: 'Ticketcode',
  notes: ['Zeig den Code am Einlass auf dem Handy oder ausgedruckt.'],
}
const START = Date.UTC(2027, 2, 20, 19)
const EVENT = {
  title: TICKET.title,
  place: 'Große Freiheit 36, 22767 Hamburg',
  url: 'https://stagedoor.example/events/a',
}
const FONT = '@expo-google-fonts/instrument-sans/400Regular/InstrumentSans_400Regular.ttf'

type Writer = { modules: string; load: () => Promise<() => Promise<Uint8Array | string> | string> }

const WRITERS: Record<string, Writer> = {
  'PDF, own writer': {
    modules: `export { ticketPdf } from './worker/mail/ticket-pdf.ts'`,
    load: async () => {
      const { ticketPdf } = await import('../../worker/mail/ticket-pdf.ts')
      return () => ticketPdf([TICKET], { title: 'Tickets', locale: 'de' })
    },
  },
  'PDF, pdf-lib and fontkit': {
    modules: `export { PDFDocument } from '@cantoo/pdf-lib'; export { default } from '@cantoo/fontkit'`,
    load: async () => {
      const [{ PDFDocument }, { default: fontkit }] = await Promise.all([
        import('@cantoo/pdf-lib'),
        import('@cantoo/fontkit'),
      ])
      const face = readFileSync(fileURLToPath(import.meta.resolve(FONT)))
      return async () => {
        const document = await PDFDocument.create()
        document.registerFontkit(fontkit)
        const font = await document.embedFont(face, { subset: true })
        const page = document.addPage([595, 842])
        const texts = [TICKET.brand.name, TICKET.title, ...TICKET.facts.flatMap(({ label, value }) => [label, value])]
        for (const [index, text] of [...texts, TICKET.code, TICKET.codeLabel, ...TICKET.notes].entries())
          page.drawText(text, { x: 48, y: 780 - index * 24, size: 12, font })
        return document.save()
      }
    },
  },
  'calendar, own writer': {
    modules: `export { calendarFile } from './worker/mail/calendar.ts'`,
    load: async () => {
      const { calendarFile } = await import('../../worker/mail/calendar.ts')
      return () => calendarFile({ ...EVENT, uid: 'evt-ord', startAt: START, endAt: START + 10_800_000, now: START })
    },
  },
  'calendar, ical-generator': {
    modules: `export { default } from 'ical-generator'`,
    load: async () => {
      const { default: ical } = await import('ical-generator')
      return () => {
        const calendar = ical({ prodId: '-//Stagedoor//Tickets//DE' })
        const [start, end] = [new Date(START), new Date(START + 10_800_000)]
        calendar.createEvent({
          id: 'evt-ord',
          start,
          end,
          stamp: start,
          summary: EVENT.title,
          location: EVENT.place,
          url: EVENT.url,
        })
        return calendar.toString()
      }
    },
  },
}

async function bundledKilobytes({ modules }: Writer): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: modules, resolveDir: ROOT, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker', 'browser', 'import'],
    external: ['node:*', 'fs'],
    write: false,
    logLevel: 'error',
  })
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length / KILOBYTE
}

/** Runs in a process of its own and prints the figures as JSON. */
async function measure({ load }: Writer): Promise<void> {
  const rss = process.memoryUsage().rss
  const before = performance.now()
  const write = await load()
  const loaded = performance.now()
  const first = await write()
  const firstDone = performance.now()
  for (let file = 0; file < FILES; file++) await write()
  const done = performance.now()
  const figures = {
    'load ms': Math.round(loaded - before),
    'first file ms': Math.round(firstDone - loaded),
    'ms per file': Number(((done - firstDone) / FILES).toFixed(2)),
    'file KB': Number((first.length / KILOBYTE).toFixed(1)),
    'memory MB': Math.round((process.memoryUsage().rss - rss) / MEGABYTE),
  }
  console.log(JSON.stringify(figures))
}

const [, script = '', name] = process.argv
const chosen = WRITERS[name ?? '']
if (chosen) await measure(chosen)
else {
  const rows: Record<string, object> = {}
  for (const [label, writer] of Object.entries(WRITERS)) {
    const figures = JSON.parse(execFileSync(process.execPath, [script, label], { encoding: 'utf8' }))
    rows[label] = { 'worker gzip KB': Number((await bundledKilobytes(writer)).toFixed(1)), ...figures }
  }
  console.table(rows)
}
