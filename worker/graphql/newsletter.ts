/** The newsletter's one mutation. */
import { subscribeNewsletter } from '../services/newsletter.ts'
import type { MutationResolvers } from './resolver-types.ts'

const Mutation: Pick<MutationResolvers, 'subscribeNewsletter'> = {
  subscribeNewsletter: async (_root, { email, acceptsTerms, lists }, context) => {
    await subscribeNewsletter(context, { email, acceptsTerms, lists })
    return true
  },
}

export const newsletterResolvers = { Mutation }
