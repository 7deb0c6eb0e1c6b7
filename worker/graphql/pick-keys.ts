/** Returns the properties with these keys. A key that the object lacks stays missing. */
export function pickKeys<Values extends object, Key extends keyof Values>(
  values: Values,
  keys: readonly Key[],
): Pick<Values, Key> {
  return Object.fromEntries(keys.flatMap((key) => (key in values ? [[key, values[key]]] : []))) as Pick<Values, Key>
}
