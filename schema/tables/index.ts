/** All tables, for drizzle-kit and for the database handle. */
export * from './catalogue.ts'
export * from './event.ts'
export * from './order.ts'
export * from './outbox.ts'
export * from './payment.ts'
export * from './shop.ts'
export * from './submission.ts'
export * from './ticket.ts'
