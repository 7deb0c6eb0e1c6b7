/** Column types that the tables share: localised text, JSON, instants, cents, flags. */
import { integer, text } from 'drizzle-orm/sqlite-core'
import type { Localised } from '../locale.ts'

/** A point in time, in epoch milliseconds. */
export const instant = (name: string) => integer(name, { mode: 'number' })
export const cents = (name: string) => integer(name, { mode: 'number' })
export const flag = (name: string) => integer(name, { mode: 'boolean' })
export const localised = (name: string) => text(name, { mode: 'json' }).$type<Localised>()
export const json = <Shape>(name: string) => text(name, { mode: 'json' }).$type<Shape>()
