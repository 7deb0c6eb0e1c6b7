/** Cancellations and changes of tickets, and the uploads of their photos. */
import { cancellationSchema, changeSchema, photoSchema } from '../../schema/inputs/ticket-service.ts'
import type { MutationResolvers } from '../generated/resolver-types.ts'
import { allowUpload } from '../services/proof-photo.ts'
import { submitCancellation, submitChange } from '../services/ticket-service.ts'
import { parse } from './parse.ts'

type Mutations = 'requestPhotoUpload' | 'requestTicketCancellation' | 'requestTicketChange'

const Mutation: Pick<MutationResolvers, Mutations> = {
  requestPhotoUpload: (_root, { input }, context) => allowUpload(context, parse(photoSchema, input, 'input')),
  requestTicketCancellation: (_root, { input }, context) =>
    submitCancellation(context, parse(cancellationSchema, withNulls(input), 'input')),
  requestTicketChange: (_root, { input }, context) =>
    submitChange(context, parse(changeSchema, { ...input, event: input.event ?? null }, 'input')),
}

/** GraphQL leaves out what the browser does not send, and the schema of the form expects null. */
function withNulls<Input extends { event?: unknown; tickets: readonly { photo?: unknown }[] }>(input: Input) {
  const tickets = input.tickets.map((ticket) => ({ ...ticket, photo: ticket.photo ?? null }))
  return { ...input, event: input.event ?? null, tickets }
}

export const ticketServiceResolvers = { Mutation }
