/** Counts the free tickets of pricing categories, and how many of them are places for wheelchairs and their companions. */
import type { CategoryLeft } from './seat-hold.ts'

export class CategoryCount {
  private readonly counts: Map<number, { left: number; reserved: number }>

  /** The given categories are listed even if no ticket is left. */
  constructor(categories: readonly { number: number }[]) {
    this.counts = new Map(categories.map(({ number }) => [number, { left: 0, reserved: 0 }]))
  }

  /** `reserved` of the `left` tickets are reserved places. */
  add(number: number, left: number, reserved = 0): void {
    const count = this.counts.get(number)
    if (count) {
      count.left += left
      count.reserved += reserved
    } else {
      this.counts.set(number, { left, reserved })
    }
  }

  list(): CategoryLeft[] {
    return [...this.counts].map(([number, { left, reserved }]) =>
      reserved > 0 ? { number, left, reserved } : { number, left },
    )
  }
}
