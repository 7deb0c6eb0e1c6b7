/** Shows what a command is doing, on one line of a terminal that the next line replaces. Shows nothing where output is piped. */
type Terminal = { isTTY?: boolean; columns?: number; write(text: string): unknown }

export type Progress = {
  show(line: string): void
  /** Clears the line, for what the command prints next. */
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
