/** The forms for cancellations and changes of tickets (SUP-02, SUP-03), and the permission to upload a photo. */
import * as z from 'zod/mini'
import { isId } from '../ids.ts'
import { PHOTO_BYTES, TICKET_ROWS } from '../limits.ts'
import { orderReferenceIn } from '../rules/order-reference.ts'
import { emailSchema } from './address.ts'
import { requiredName } from './plain-text.ts'

const NAME_LENGTH = 80
export const COMMENT_LENGTH = 1_000
/** A key has at least 128 random bits, so that nobody can guess it and repeat another browser's request. */
const key = z.string().check(z.regex(/^[A-Za-z0-9_-]{22,64}$/))
const slug = z.nullable(z.string().check(z.regex(/^[a-z0-9_-]{1,120}$/)))
const uploadId = z.string().check(z.refine((value) => isId('upload', value)))
const name = requiredName(NAME_LENGTH)

/** Fans may type the digits in groups. */
const ticketNumber = z.string().check(
  z.overwrite((text) => text.replace(/\s/g, '')),
  z.minLength(1, 'required'),
  z.maxLength(20, 'digits'),
  z.regex(/^\d*$/, 'digits'),
)
const orderReference = z
  .string()
  .check(z.maxLength(80), z.overwrite(orderReferenceIn), z.regex(/^(?:\d{10})?$/, 'reference'))
const comment = z.string().check(z.trim(), z.maxLength(COMMENT_LENGTH))

/** `online` or `hard`. Plain checks keep zod's code for unions out of the pages' scripts. */
const type = z.string().check(z.regex(/^(?:online|hard)$/))
/** A ticket that came by post needs a photo, and no other ticket has one. */
const ticketToCancel = z
  .strictObject({ type, name, number: ticketNumber, photo: z.nullable(uploadId) })
  .check(z.refine((ticket) => (ticket.type === 'hard') === (ticket.photo !== null), { path: ['photo'] }))
const ticketList = <Ticket extends z.ZodMiniType>(ticket: Ticket) =>
  z.array(ticket).check(z.minLength(1), z.maxLength(TICKET_ROWS))

export const cancellationSchema = z.strictObject({
  key,
  event: slug,
  name,
  email: emailSchema,
  orderReference,
  tickets: ticketList(ticketToCancel),
  comment,
})

export const changeSchema = z.strictObject({
  key,
  event: slug,
  name,
  email: emailSchema,
  orderReference: orderReference.check(z.minLength(1, 'required')),
  tickets: ticketList(z.strictObject({ type, name, newName: name, number: ticketNumber })),
  comment,
})

export const photoSchema = z.strictObject({
  key,
  bytes: z.int().check(z.minimum(1), z.maximum(PHOTO_BYTES)),
  /** In base64. */
  sha256: z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/)),
})

export type Cancellation = z.output<typeof cancellationSchema>
export type Change = z.output<typeof changeSchema>
export type PhotoAnnouncement = z.output<typeof photoSchema>
