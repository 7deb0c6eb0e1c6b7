/** One of the documents a browser may send, known by its hash; carries the types of its answer and variables. */
export type Operation<Answer, Variables> = {
  name: string
  kind: 'query' | 'mutation'
  hash: string
  /** Sent by POST although it is a query: its variables must not appear in an address. */
  isSecret?: true
  /** Never set: only ties the types to the constant. */
  types?: { answer: Answer; variables: Variables }
}
