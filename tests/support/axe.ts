/** Checks the accessibility of pages. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/**
 * Returns the violations of WCAG 2.2 AA and of best practices that axe finds on a page, one line for each broken rule. The
 * legacy mode needs no second page, and passed rules are not reported: the check takes a fifth of the time.
 */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}
