/** A GraphQL document that a browser may send, identified by its hash, with the types of its answer and variables. */
export type Operation<Answer, Variables> = {
  name: string
  kind: 'query' | 'mutation'
  hash: string
  /** The query is sent by POST, because its variables must not appear in a URL. */
  isSecret?: true
  /** Never set. It only attaches the types to the constant. */
  types?: { answer: Answer; variables: Variables }
}
