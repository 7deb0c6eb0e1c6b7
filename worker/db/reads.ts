/**
 * One request's reads. Whatever is asked in the same tick goes to D1 as one batch, so that a page whose resolvers ask side
 * by side costs one round trip.
 */
import type { BatchItem } from 'drizzle-orm/batch'
import type { Database } from './database.ts'

type Question = BatchItem<'sqlite'>
type Asked = { question: Question; resolve: (rows: unknown) => void; reject: (error: unknown) => void }

export class Reads {
  private readonly db: Database
  private waiting: Asked[] = []

  constructor(db: Database) {
    this.db = db
  }

  ask<Asking extends Question>(question: Asking): Promise<Asking['_']['result']> {
    return new Promise((resolve, reject) => {
      // Fulfilled with the rows of exactly this question: the batch keeps the order.
      this.waiting.push({ question, resolve: resolve as (rows: unknown) => void, reject })
      if (this.waiting.length === 1) queueMicrotask(() => void this.flush())
    })
  }

  private async flush(): Promise<void> {
    const asked = this.waiting
    this.waiting = []
    const [first, ...rest] = asked
    if (!first) return
    try {
      const answers: unknown[] = await this.db.batch([first.question, ...rest.map(({ question }) => question)])
      for (const [index, { resolve }] of asked.entries()) resolve(answers[index])
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }
}
