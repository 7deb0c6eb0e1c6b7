/** An order is waited for while money is open and its status still takes it. */
export function isUnpaid({ status, balanceCents }: { status: string; balanceCents: number }): boolean {
  return balanceCents > 0 && ['payment_pending', 'incomplete', 'problem'].includes(status)
}
