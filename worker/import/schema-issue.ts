/** Turns a zod issue into a message for the author of a catalogue: the expected value, and the path of the field. */
import type * as z from 'zod'

type Issue = z.core.$ZodIssue

export function describeIssue(issue: Issue): { path: PropertyKey[]; message: string } {
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => `"${key}"`).join(', ')
    return { path: issue.path, message: `expected no ${names}: there is no such field here` }
  }
  if (issue.code === 'invalid_type' && issue.input === undefined && issue.message.includes('undefined')) {
    return { path: issue.path, message: `expected ${article(issue.expected)}, but the field is missing` }
  }
  if (issue.code === 'invalid_value') {
    return {
      path: issue.path,
      message: `expected one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`,
    }
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const inner = closest(issue.errors)
    if (inner) {
      const { path, message } = describeIssue(inner)
      return { path: [...issue.path, ...path], message }
    }
  }
  return {
    path: issue.path,
    message: issue.message.replace(/^Invalid input: /, '').replace(/^Too (?:small|big): /, ''),
  }
}

/** Returns the issue with the longest path in a union. It belongs to the branch that the author most likely meant. */
function closest(branches: Issue[][]): Issue | undefined {
  let best: Issue | undefined
  for (const branch of branches) {
    for (const issue of branch) {
      if (issue.path.length === 0 && issue.code !== 'unrecognized_keys') continue
      if (!best || issue.path.length > best.path.length) best = issue
    }
  }
  return best
}

function article(expected: string): string {
  const word =
    expected === 'array' ? 'list' : expected === 'int' ? 'whole number' : expected === 'string' ? 'text' : expected
  return /^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`
}
