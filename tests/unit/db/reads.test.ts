import { eq } from 'drizzle-orm'
import {
  type DocumentNode,
  type FieldNode,
  getNamedType,
  Kind,
  parse,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import operations from '../../../schema/generated/operations.json' with { type: 'json' }
import { products } from '../../../schema/tables/catalogue.ts'
import { listedArtists } from '../../../worker/db/category.ts'
import { openDatabase } from '../../../worker/db/database.ts'
import { eventBySlug } from '../../../worker/db/event.ts'
import {
  LISTED,
  LISTED_OF_ARTIST,
  productBySlug,
  productsOfCategory,
  sectionProducts,
} from '../../../worker/db/product.ts'
import { Reads } from '../../../worker/db/reads.ts'
import { executableSchema } from '../../../worker/graphql/schema.ts'
import { buildWorld } from '../../support/shop-world.ts'
import { testEnv } from '../../support/test-env.ts'

const db = openDatabase(testEnv.DB)
const everything = { artistId: null, hiddenArtistIds: [] }
const now = Date.now()
beforeAll(async () => {
  await buildWorld(now)
})

describe('reads of a request', () => {
  it('return the same rows as Drizzle, alone and in a batch', async () => {
    const product = () => productBySlug(db, everything, 'mug')
    const event = () => eventBySlug(db, everything, 'seated')
    const artists = () => listedArtists(db, everything, now)
    const alone = new Reads(db)
    expect(await alone.ask(product())).toEqual(await product())
    expect(await alone.ask(event())).toEqual(await event())
    const together = new Reads(db)
    const rows = await Promise.all([together.ask(artists()), together.ask(product()), together.ask(event())])
    expect(rows).toEqual([await artists(), await product(), await event()])
    expect(rows[1][0]).toMatchObject({ product: { meta: { personalised: true }, active: true }, available: 1 })
  })

  it('page through a category, starting after the last product of the previous page', async () => {
    const slugs = async (first: number, after: { order: number; id: string } | null) => {
      const rows = await new Reads(db).ask(productsOfCategory(db, everything, 'shirts', { first, after }))
      return { slugs: rows.map(({ product }) => product.slug), last: rows.at(-1) }
    }
    const { last, ...one } = await slugs(2, null)
    expect(one.slugs).toEqual(['shirt', 'scarce'])
    const behind = { order: last?.order ?? 0, id: last?.product.id ?? '' }
    expect((await slugs(9, behind)).slugs).toEqual(['mug', 'foreign', 'secret'])
    expect((await slugs(1, behind)).slugs).toEqual(['mug'])
    expect((await slugs(3, null)).slugs).toEqual(['shirt', 'scarce', 'mug'])
  })

  it('fill a section of the home page with the next products if the first ones are hidden or inactive', async () => {
    const slugs = async () => (await sectionProducts(db, everything, 2)).map(({ product }) => product.slug)
    expect(await slugs()).toEqual(['shirt', 'scarce'])
    const change = async (slug: string, values: { hidden?: boolean; active?: boolean }) => {
      await db.update(products).set(values).where(eq(products.slug, slug))
    }
    await change('shirt', { hidden: true })
    await change('scarce', { active: false })
    expect(await slugs()).toEqual(['mug', 'foreign'])
    await change('shirt', { hidden: false })
    await change('scarce', { active: true })
  })

  it('fail together if one query of their batch fails', async () => {
    const reads = new Reads(db)
    const broken = { text: 'select * from nowhere', values: [], read: (cells: unknown[]) => cells }
    const asked = await Promise.allSettled([reads.ask(broken), reads.ask(listedArtists(db, everything, now))])
    expect(asked).toMatchObject([{ reason: { message: expect.stringContaining('nowhere') } }, { status: 'rejected' }])
  })
})

/** Fields without a column of their own. SQL calculates them, or they need only columns that every list reads. */
const DERIVED = ['href', 'available', 'lowestPriceCents', 'priceVaries', 'artist', 'variants']
/** Fields that need a column of another name. */
const COLUMNS: Record<string, string> = { tileImages: 'images', tileMeta: 'meta' }

/** Returns the fields of a selection, including those of fragments. */
function fieldsOf(document: DocumentNode, { selections }: SelectionSetNode): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return selection
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(document, selection.selectionSet)
    const { value } = selection.name
    const named = document.definitions.find(
      (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === value,
    )
    return named && 'selectionSet' in named ? fieldsOf(document, named.selectionSet) : []
  })
}

it('product lists read every column of a product and of its artist that an operation requests in a list', () => {
  const types = new TypeInfo(executableSchema())
  const requested: FieldNode[] = []
  const requestedOfArtist: FieldNode[] = []
  for (const { document } of operations.map((operation) => ({ document: parse(operation.document) }))) {
    const visitField = (node: FieldNode) => {
      const type = types.getType()
      const parent = types.getParentType()?.name
      // A page reads its own product and the parts of a bundle completely. All other products are in lists.
      const isWhole = node.name.value === 'product' && (parent === 'Query' || parent === 'BundlePart')
      if (getNamedType(type)?.name !== 'Product' || isWhole) return
      const fields = node.selectionSet ? fieldsOf(document, node.selectionSet) : []
      requested.push(...fields)
      for (const { name, selectionSet } of fields)
        if (name.value === 'artist' && selectionSet) requestedOfArtist.push(...fieldsOf(document, selectionSet))
    }
    visit(document, visitWithTypeInfo(types, { Field: visitField }))
  }
  const unread = (fields: FieldNode[], read: readonly string[]) =>
    [...new Set(fields.map(({ name }) => COLUMNS[name.value] ?? name.value))].filter((name) => !read.includes(name))
  expect(requested.length).toBeGreaterThan(10)
  expect(requestedOfArtist.length).toBeGreaterThan(0)
  expect(unread(requested, [...LISTED, ...DERIVED])).toEqual([])
  expect(unread(requestedOfArtist, [...LISTED_OF_ARTIST, 'href'])).toEqual([])
})
