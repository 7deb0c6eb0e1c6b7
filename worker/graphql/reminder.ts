/** The reminders that fans get by mail. */
import { reminderSchema } from '../../schema/inputs/reminder.ts'
import type { MutationResolvers, QueryResolvers } from '../generated/resolver-types.ts'
import { confirmReminder, endReminder, knownReminder, requestReminder } from '../services/reminder.ts'
import { localise } from './localise.ts'
import { parse } from './parse.ts'

const Query: Pick<QueryResolvers, 'reminder'> = {
  reminder: async (_root, { key }, context) => {
    const known = await knownReminder(context, key)
    if (!known) return null
    const { reminder, subject } = known
    const { locale } = context
    return {
      kind: reminder.kind,
      title: localise(subject.title, locale),
      detail: localise(subject.detail, locale),
      href: subject.path,
      isConfirmed: reminder.confirmedAt !== null,
    }
  },
}

const Mutation: Pick<MutationResolvers, 'requestReminder' | 'confirmReminder' | 'endReminder'> = {
  requestReminder: async (_root, { input }, context) => {
    await requestReminder(context, parse(reminderSchema, input, 'input'))
    return true
  },
  confirmReminder: async (_root, { key }, context) => {
    await confirmReminder(context, key)
    return true
  },
  endReminder: async (_root, { key }, context) => {
    await endReminder(context, key)
    return true
  },
}

export const reminderResolvers = { Query, Mutation }
