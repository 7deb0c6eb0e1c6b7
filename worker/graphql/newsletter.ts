/** The newsletter's one mutation. */
import type { MutationResolvers } from '../generated/resolver-types.ts'
import { subscribeNewsletter } from '../services/newsletter.ts'

const Mutation: Pick<MutationResolvers, 'subscribeNewsletter'> = {
  subscribeNewsletter: async (_root, { email, acceptsTerms, lists }, context) => {
    await subscribeNewsletter(context, { email, acceptsTerms, lists })
    return true
  },
}

export const newsletterResolvers = { Mutation }
