/** One of the documents a browser may send, known by its hash; carries the types of its answer and variables. */
export type Operation<Answer, Variables> = {
  name: string
  kind: 'query' | 'mutation'
  hash: string
  /** Never set: only ties the types to the constant. */
  types?: { answer: Answer; variables: Variables }
}
