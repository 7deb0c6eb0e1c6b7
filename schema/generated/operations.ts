/* Written by worker/cli/generate.ts; change schema/graphql or schema/operations instead. */
import type { Operation } from '../operation.ts'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type AddItemsInput = {
  requests: Array<AddItemRequest>;
  clientMutationId: string;
};

export type AddItemRequest = {
  productVariantId: string;
  amount: number;
  seatIds?: Array<string> | null | undefined;
  sectionId?: string | null | undefined;
  /** Items of one bundle share a key; the root item is named by it. */
  bundleKey?: string | null | undefined;
  bundleProductId?: string | null | undefined;
  bundleOption?: number | null | undefined;
  personalIdentifier?: string | null | undefined;
  /** Opens tickets before their public sale. */
  presaleCode?: string | null | undefined;
};

export type AddressInput = {
  firstName: string;
  lastName: string;
  company?: string | null | undefined;
  address: string;
  address2?: string | null | undefined;
  postCode: string;
  city: string;
  countryCode: string;
};

export type PlaceOrderInput = {
  clientMutationId: string;
  email: string;
  shippingAddress: AddressInput;
  billingAddress?: AddressInput | null | undefined;
  /** A carrier's id; -1 or absent where nothing is shipped. */
  shippingMethod?: string | null | undefined;
  paymentMethod: string;
  termsAccepted: boolean;
  ageConfirmed?: boolean | null | undefined;
  newsletter?: boolean | null | undefined;
  ticketNewsletter?: boolean | null | undefined;
  /** What the buyer saw; another sum is refused with PRICE_CHANGED. */
  expectedTotalCents: number;
};

export type CartQueryVariables = Exact<{ [key: string]: never; }>;


export type CartQuery = { cart: { id: string, reference: string, version: number, countryCode: string, totalCents: number, originalTotalCents: number, voucherCents: number, containsTickets: boolean, containsOnlineTickets: boolean, physical: boolean, mergeable: boolean, ageRestricted: boolean, validUntil: number | null, serverNow: number, shippableFrom: number | null, shippableFromUntil: number | null, items: Array<{ id: string, itemIds: Array<string>, productId: string | null, eventId: string | null, productVariantId: string, productSlug: string, productName: string, productType: string, productColor: string | null, variantName: string, artistName: string | null, type: string, amount: number, cartLimit: number, unitCents: number, totalCents: number, totalSumCents: number, seatId: string | null, happeningFromAt: number | null, timeZone: string | null, venueName: string | null, bundledItemIds: Array<string>, personalIdentifier: string | null, personalizationRequirement: string, follows: boolean, personalised: boolean, physical: boolean, fixedAmount: boolean, available: boolean, href: string, voucherCents: number, bundled: Array<{ id: string, itemIds: Array<string>, productId: string | null, eventId: string | null, productVariantId: string, productSlug: string, productName: string, productType: string, productColor: string | null, variantName: string, artistName: string | null, type: string, amount: number, cartLimit: number, unitCents: number, totalCents: number, totalSumCents: number, seatId: string | null, happeningFromAt: number | null, timeZone: string | null, venueName: string | null, bundledItemIds: Array<string>, personalIdentifier: string | null, personalizationRequirement: string, follows: boolean, personalised: boolean, physical: boolean, fixedAmount: boolean, available: boolean, href: string, voucherCents: number, seat: { sectionId: string, sectionName: string, row: string | null, name: string | null } | null, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }>, seat: { sectionId: string, sectionName: string, row: string | null, name: string | null } | null, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }> } };

export type CheckoutOptionsQueryVariables = Exact<{
  countryCode: string;
}>;


export type CheckoutOptionsQuery = { shippingMethods: Array<{ id: string, name: string, description: string, priceCents: number }>, paymentMethods: Array<{ id: string, name: string, description: string, extraChargeCents: number }> };

export type ShippingCountriesQueryVariables = Exact<{ [key: string]: never; }>;


export type ShippingCountriesQuery = { shippingCountries: Array<{ countryCode: string, name: string, eu: boolean }> };

export type AddItemsMutationVariables = Exact<{
  input: AddItemsInput;
}>;


export type AddItemsMutation = { addItems: { shifted: boolean, clientMutationId: string, cart: { id: string, reference: string, version: number, countryCode: string, totalCents: number, originalTotalCents: number, voucherCents: number, containsTickets: boolean, containsOnlineTickets: boolean, physical: boolean, mergeable: boolean, ageRestricted: boolean, validUntil: number | null, serverNow: number, shippableFrom: number | null, shippableFromUntil: number | null, items: Array<{ id: string, itemIds: Array<string>, productId: string | null, eventId: string | null, productVariantId: string, productSlug: string, productName: string, productType: string, productColor: string | null, variantName: string, artistName: string | null, type: string, amount: number, cartLimit: number, unitCents: number, totalCents: number, totalSumCents: number, seatId: string | null, happeningFromAt: number | null, timeZone: string | null, venueName: string | null, bundledItemIds: Array<string>, personalIdentifier: string | null, personalizationRequirement: string, follows: boolean, personalised: boolean, physical: boolean, fixedAmount: boolean, available: boolean, href: string, voucherCents: number, bundled: Array<{ id: string, itemIds: Array<string>, productId: string | null, eventId: string | null, productVariantId: string, productSlug: string, productName: string, productType: string, productColor: string | null, variantName: string, artistName: string | null, type: string, amount: number, cartLimit: number, unitCents: number, totalCents: number, totalSumCents: number, seatId: string | null, happeningFromAt: number | null, timeZone: string | null, venueName: string | null, bundledItemIds: Array<string>, personalIdentifier: string | null, personalizationRequirement: string, follows: boolean, personalised: boolean, physical: boolean, fixedAmount: boolean, available: boolean, href: string, voucherCents: number, seat: { sectionId: string, sectionName: string, row: string | null, name: string | null } | null, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }>, seat: { sectionId: string, sectionName: string, row: string | null, name: string | null } | null, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }> } } };

export type RemoveItemMutationVariables = Exact<{
  itemId: string;
  clientMutationId: string;
}>;


export type RemoveItemMutation = { removeItem: { shifted: boolean, clientMutationId: string, cart: { id: string, reference: string, version: number, countryCode: string, totalCents: number, originalTotalCents: number, voucherCents: number, containsTickets: boolean, containsOnlineTickets: boolean, physical: boolean, mergeable: boolean, ageRestricted: boolean, validUntil: number | null, serverNow: number, shippableFrom: number | null, shippableFromUntil: number | null, items: Array<{ id: string, itemIds: Array<string>, productId: string | null, eventId: string | null, productVariantId: string, productSlug: string, productName: string, productType: string, productColor: string | null, variantName: string, artistName: string | null, type: string, amount: number, cartLimit: number, unitCents: number, totalCents: number, totalSumCents: number, seatId: string | null, happeningFromAt: number | null, timeZone: string | null, venueName: string | null, bundledItemIds: Array<string>, personalIdentifier: string | null, personalizationRequirement: string, follows: boolean, personalised: boolean, physical: boolean, fixedAmount: boolean, available: boolean, href: string, voucherCents: number, bundled: Array<{ id: string, itemIds: Array<string>, productId: string | null, eventId: string | null, productVariantId: string, productSlug: string, productName: string, productType: string, productColor: string | null, variantName: string, artistName: string | null, type: string, amount: number, cartLimit: number, unitCents: number, totalCents: number, totalSumCents: number, seatId: string | null, happeningFromAt: number | null, timeZone: string | null, venueName: string | null, bundledItemIds: Array<string>, personalIdentifier: string | null, personalizationRequirement: string, follows: boolean, personalised: boolean, physical: boolean, fixedAmount: boolean, available: boolean, href: string, voucherCents: number, seat: { sectionId: string, sectionName: string, row: string | null, name: string | null } | null, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }>, seat: { sectionId: string, sectionName: string, row: string | null, name: string | null } | null, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }> } } };

export type ChangeAmountMutationVariables = Exact<{
  itemId: string;
  amount: number;
  clientMutationId: string;
}>;


export type ChangeAmountMutation = { changeAmount: { clientMutationId: string, cart: { id: string, reference: string, version: number, countryCode: string, totalCents: number, originalTotalCents: number, voucherCents: number, containsTickets: boolean, containsOnlineTickets: boolean, physical: boolean, mergeable: boolean, ageRestricted: boolean, validUntil: number | null, serverNow: number, shippableFrom: number | null, shippableFromUntil: number | null, items: Array<{ id: string, itemIds: Array<string>, productId: string | null, eventId: string | null, productVariantId: string, productSlug: string, productName: string, productType: string, productColor: string | null, variantName: string, artistName: string | null, type: string, amount: number, cartLimit: number, unitCents: number, totalCents: number, totalSumCents: number, seatId: string | null, happeningFromAt: number | null, timeZone: string | null, venueName: string | null, bundledItemIds: Array<string>, personalIdentifier: string | null, personalizationRequirement: string, follows: boolean, personalised: boolean, physical: boolean, fixedAmount: boolean, available: boolean, href: string, voucherCents: number, bundled: Array<{ id: string, itemIds: Array<string>, productId: string | null, eventId: string | null, productVariantId: string, productSlug: string, productName: string, productType: string, productColor: string | null, variantName: string, artistName: string | null, type: string, amount: number, cartLimit: number, unitCents: number, totalCents: number, totalSumCents: number, seatId: string | null, happeningFromAt: number | null, timeZone: string | null, venueName: string | null, bundledItemIds: Array<string>, personalIdentifier: string | null, personalizationRequirement: string, follows: boolean, personalised: boolean, physical: boolean, fixedAmount: boolean, available: boolean, href: string, voucherCents: number, seat: { sectionId: string, sectionName: string, row: string | null, name: string | null } | null, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }>, seat: { sectionId: string, sectionName: string, row: string | null, name: string | null } | null, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }> } } };

export type ExtendReservationMutationVariables = Exact<{
  clientMutationId: string;
}>;


export type ExtendReservationMutation = { extendReservation: { clientMutationId: string, cart: { id: string, reference: string, version: number, countryCode: string, totalCents: number, originalTotalCents: number, voucherCents: number, containsTickets: boolean, containsOnlineTickets: boolean, physical: boolean, mergeable: boolean, ageRestricted: boolean, validUntil: number | null, serverNow: number, shippableFrom: number | null, shippableFromUntil: number | null, items: Array<{ id: string, itemIds: Array<string>, productId: string | null, eventId: string | null, productVariantId: string, productSlug: string, productName: string, productType: string, productColor: string | null, variantName: string, artistName: string | null, type: string, amount: number, cartLimit: number, unitCents: number, totalCents: number, totalSumCents: number, seatId: string | null, happeningFromAt: number | null, timeZone: string | null, venueName: string | null, bundledItemIds: Array<string>, personalIdentifier: string | null, personalizationRequirement: string, follows: boolean, personalised: boolean, physical: boolean, fixedAmount: boolean, available: boolean, href: string, voucherCents: number, bundled: Array<{ id: string, itemIds: Array<string>, productId: string | null, eventId: string | null, productVariantId: string, productSlug: string, productName: string, productType: string, productColor: string | null, variantName: string, artistName: string | null, type: string, amount: number, cartLimit: number, unitCents: number, totalCents: number, totalSumCents: number, seatId: string | null, happeningFromAt: number | null, timeZone: string | null, venueName: string | null, bundledItemIds: Array<string>, personalIdentifier: string | null, personalizationRequirement: string, follows: boolean, personalised: boolean, physical: boolean, fixedAmount: boolean, available: boolean, href: string, voucherCents: number, seat: { sectionId: string, sectionName: string, row: string | null, name: string | null } | null, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }>, seat: { sectionId: string, sectionName: string, row: string | null, name: string | null } | null, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }> } } };

export type ChangeCountryMutationVariables = Exact<{
  countryCode: string;
  clientMutationId: string;
}>;


export type ChangeCountryMutation = { changeCountry: { clientMutationId: string, cart: { id: string, reference: string, version: number, countryCode: string, totalCents: number, originalTotalCents: number, voucherCents: number, containsTickets: boolean, containsOnlineTickets: boolean, physical: boolean, mergeable: boolean, ageRestricted: boolean, validUntil: number | null, serverNow: number, shippableFrom: number | null, shippableFromUntil: number | null, items: Array<{ id: string, itemIds: Array<string>, productId: string | null, eventId: string | null, productVariantId: string, productSlug: string, productName: string, productType: string, productColor: string | null, variantName: string, artistName: string | null, type: string, amount: number, cartLimit: number, unitCents: number, totalCents: number, totalSumCents: number, seatId: string | null, happeningFromAt: number | null, timeZone: string | null, venueName: string | null, bundledItemIds: Array<string>, personalIdentifier: string | null, personalizationRequirement: string, follows: boolean, personalised: boolean, physical: boolean, fixedAmount: boolean, available: boolean, href: string, voucherCents: number, bundled: Array<{ id: string, itemIds: Array<string>, productId: string | null, eventId: string | null, productVariantId: string, productSlug: string, productName: string, productType: string, productColor: string | null, variantName: string, artistName: string | null, type: string, amount: number, cartLimit: number, unitCents: number, totalCents: number, totalSumCents: number, seatId: string | null, happeningFromAt: number | null, timeZone: string | null, venueName: string | null, bundledItemIds: Array<string>, personalIdentifier: string | null, personalizationRequirement: string, follows: boolean, personalised: boolean, physical: boolean, fixedAmount: boolean, available: boolean, href: string, voucherCents: number, seat: { sectionId: string, sectionName: string, row: string | null, name: string | null } | null, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }>, seat: { sectionId: string, sectionName: string, row: string | null, name: string | null } | null, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }> } } };

export type UpdatePersonalIdentifierMutationVariables = Exact<{
  itemId: string;
  personalIdentifier: string;
  clientMutationId: string;
}>;


export type UpdatePersonalIdentifierMutation = { updatePersonalIdentifier: { clientMutationId: string, cartItem: { id: string, personalIdentifier: string | null } } };

export type PlaceOrderMutationVariables = Exact<{
  input: PlaceOrderInput;
}>;


export type PlaceOrderMutation = { placeOrder: { clientMutationId: string, cart: { id: string, reference: string, totalCents: number, status: string } } };

export type CategoriesQueryVariables = Exact<{ [key: string]: never; }>;


export type CategoriesQuery = { categories: Array<{ featured: Array<string>, id: string, type: string, slug: string, name: string, teaser: Array<{ id: string, slug: string, type: string, href: string, name: string, descriptiveName: string, productType: string, color: string | null, priceCents: number, originalPriceCents: number | null, lowestPriceCents: number | null, available: boolean, soldOutMessage: string | null, publicShippableFromAt: number | null, meta: unknown, artist: { displayName: string } | null, images: Array<{ order: number, tags: Array<string>, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } }> }>, landscapeImage: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null, squareImage: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }> };

export type CategoryPageQueryVariables = Exact<{
  slug: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type CategoryPageQuery = { categories: Array<{ id: string, type: string, slug: string, name: string }>, categoryProducts: { category: { description: string | null, subtitle: string | null, special: string | null, changesAt: Array<number>, id: string, type: string, slug: string, name: string, landscapeImage: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null } | null, nodes: Array<{ id: string, slug: string, type: string, href: string, name: string, descriptiveName: string, productType: string, color: string | null, priceCents: number, originalPriceCents: number | null, lowestPriceCents: number | null, available: boolean, soldOutMessage: string | null, publicShippableFromAt: number | null, meta: unknown, artist: { displayName: string } | null, images: Array<{ order: number, tags: Array<string>, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } }> }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type ArtistsQueryVariables = Exact<{ [key: string]: never; }>;


export type ArtistsQuery = { artists: Array<{ sortOrderTicketTopLeft: number | null, sortOrderTicketTopRight: number | null, id: string, slug: string, href: string, displayName: string, subtitle: string | null, featured: Array<string>, squareImage: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }> };

export type ArtistPageQueryVariables = Exact<{
  slug: string;
}>;


export type ArtistPageQuery = { artist: { abstract: string | null, description: string | null, shopHref: string | null, id: string, slug: string, href: string, displayName: string, subtitle: string | null, featured: Array<string>, landscapeImage: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null, categories: Array<{ id: string, type: string, slug: string, name: string }>, products: Array<{ id: string, slug: string, type: string, href: string, name: string, descriptiveName: string, productType: string, color: string | null, priceCents: number, originalPriceCents: number | null, lowestPriceCents: number | null, available: boolean, soldOutMessage: string | null, publicShippableFromAt: number | null, meta: unknown, artist: { displayName: string } | null, images: Array<{ order: number, tags: Array<string>, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } }> }>, events: Array<{ id: string, slug: string, href: string, status: string, name: string, descriptiveName: string, happeningFromAt: number, happeningUntilAt: number | null, doorAt: number | null, presaleAt: number, salesEndAt: number, lowestPriceCents: number | null, soldOutMessage: string | null, meta: unknown, artist: { displayName: string }, venue: { name: string, city: string, timeZone: string }, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }>, squareImage: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null } | null };

export type ArtistProductsQueryVariables = Exact<{
  slug: string;
}>;


export type ArtistProductsQuery = { artist: { products: Array<{ id: string, slug: string, type: string, href: string, name: string, descriptiveName: string, productType: string, color: string | null, priceCents: number, originalPriceCents: number | null, lowestPriceCents: number | null, available: boolean, soldOutMessage: string | null, publicShippableFromAt: number | null, meta: unknown, artist: { displayName: string } | null, images: Array<{ order: number, tags: Array<string>, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } }> }> } | null };

export type ProductPageQueryVariables = Exact<{
  slug: string;
}>;


export type ProductPageQuery = { product: { errorText: string | null, description: string, vatBasisPoints: number, cartLimit: number, shippingRequirements: Array<string>, containerFormat: string | null, brand: string | null, hidden: boolean, select: boolean, id: string, slug: string, type: string, href: string, name: string, descriptiveName: string, productType: string, color: string | null, priceCents: number, originalPriceCents: number | null, lowestPriceCents: number | null, available: boolean, soldOutMessage: string | null, publicShippableFromAt: number | null, meta: unknown, gtin: string | null, manufacturer: unknown, overlayDetailImage: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null, variants: Array<{ id: string, sku: string, description: string, subline: string | null, order: number, priceCents: number, available: boolean, left: number | null, message: string | null, physical: boolean }>, artist: { displayName: string, id: string, slug: string, href: string, subtitle: string | null, featured: Array<string>, squareImage: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null } | null, categories: Array<{ id: string, type: string, slug: string, name: string }>, related: Array<{ id: string, slug: string, type: string, href: string, name: string, descriptiveName: string, productType: string, color: string | null, priceCents: number, originalPriceCents: number | null, lowestPriceCents: number | null, available: boolean, soldOutMessage: string | null, publicShippableFromAt: number | null, meta: unknown, artist: { displayName: string } | null, images: Array<{ order: number, tags: Array<string>, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } }> }>, images: Array<{ order: number, tags: Array<string>, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } }>, details: { title: string, description: string } | null, additionalInformation: { title: string, description: string } | null } | null };

export type ProductsBySlugsQueryVariables = Exact<{
  slugs: Array<string> | string;
}>;


export type ProductsBySlugsQuery = { productsBySlugs: Array<{ id: string, slug: string, type: string, href: string, name: string, descriptiveName: string, productType: string, color: string | null, priceCents: number, originalPriceCents: number | null, lowestPriceCents: number | null, available: boolean, soldOutMessage: string | null, publicShippableFromAt: number | null, meta: unknown, artist: { displayName: string } | null, images: Array<{ order: number, tags: Array<string>, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } }> }> };

export type BundlePageQueryVariables = Exact<{
  slug: string;
}>;


export type BundlePageQuery = { product: { description: string, cartLimit: number, shippingRequirements: Array<string>, hidden: boolean, errorText: string | null, id: string, slug: string, type: string, href: string, name: string, descriptiveName: string, productType: string, color: string | null, priceCents: number, originalPriceCents: number | null, lowestPriceCents: number | null, available: boolean, soldOutMessage: string | null, publicShippableFromAt: number | null, meta: unknown, gtin: string | null, manufacturer: unknown, artist: { displayName: string, id: string, slug: string, href: string, subtitle: string | null, featured: Array<string>, squareImage: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null } | null, variants: Array<{ id: string, sku: string, description: string, subline: string | null, order: number, priceCents: number, available: boolean, left: number | null }>, bundle: { originalPriceCents: number | null, commonItems: Array<{ variantIds: Array<string>, product: { id: string, slug: string, type: string, href: string, name: string, descriptiveName: string, productType: string, color: string | null, priceCents: number, originalPriceCents: number | null, lowestPriceCents: number | null, available: boolean, soldOutMessage: string | null, publicShippableFromAt: number | null, meta: unknown, gtin: string | null, manufacturer: unknown, variants: Array<{ id: string, description: string, subline: string | null, order: number, priceCents: number, available: boolean }>, artist: { displayName: string } | null, images: Array<{ order: number, tags: Array<string>, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } }>, details: { title: string, description: string } | null, additionalInformation: { title: string, description: string } | null } | null, event: { localOrganizer: string | null, id: string, slug: string, href: string, status: string, name: string, descriptiveName: string, happeningFromAt: number, happeningUntilAt: number | null, doorAt: number | null, presaleAt: number, salesEndAt: number, lowestPriceCents: number | null, soldOutMessage: string | null, meta: unknown, pricingCategories: Array<{ id: string, number: number, name: string, variants: Array<{ id: string, description: string, priceCents: number, physical: boolean, active: boolean }> }>, artist: { displayName: string }, venue: { name: string, city: string, timeZone: string }, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null } | null }>, combinations: Array<{ id: string, optionName: string, tourName: string | null, additionalPriceCents: number, available: boolean, soldOutMessage: string | null, parts: Array<{ variantIds: Array<string>, product: { id: string, slug: string, type: string, href: string, name: string, descriptiveName: string, productType: string, color: string | null, priceCents: number, originalPriceCents: number | null, lowestPriceCents: number | null, available: boolean, soldOutMessage: string | null, publicShippableFromAt: number | null, meta: unknown, gtin: string | null, manufacturer: unknown, variants: Array<{ id: string, description: string, subline: string | null, order: number, priceCents: number, available: boolean }>, artist: { displayName: string } | null, images: Array<{ order: number, tags: Array<string>, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } }>, details: { title: string, description: string } | null, additionalInformation: { title: string, description: string } | null } | null, event: { localOrganizer: string | null, id: string, slug: string, href: string, status: string, name: string, descriptiveName: string, happeningFromAt: number, happeningUntilAt: number | null, doorAt: number | null, presaleAt: number, salesEndAt: number, lowestPriceCents: number | null, soldOutMessage: string | null, meta: unknown, pricingCategories: Array<{ id: string, number: number, name: string, variants: Array<{ id: string, description: string, priceCents: number, physical: boolean, active: boolean }> }>, artist: { displayName: string }, venue: { name: string, city: string, timeZone: string }, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null } | null }> }>, additionalProducts: Array<{ variantIds: Array<string>, product: { id: string, slug: string, type: string, href: string, name: string, descriptiveName: string, productType: string, color: string | null, priceCents: number, originalPriceCents: number | null, lowestPriceCents: number | null, available: boolean, soldOutMessage: string | null, publicShippableFromAt: number | null, meta: unknown, gtin: string | null, manufacturer: unknown, variants: Array<{ id: string, description: string, subline: string | null, order: number, priceCents: number, available: boolean }>, artist: { displayName: string } | null, images: Array<{ order: number, tags: Array<string>, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } }>, details: { title: string, description: string } | null, additionalInformation: { title: string, description: string } | null } | null, event: { localOrganizer: string | null, id: string, slug: string, href: string, status: string, name: string, descriptiveName: string, happeningFromAt: number, happeningUntilAt: number | null, doorAt: number | null, presaleAt: number, salesEndAt: number, lowestPriceCents: number | null, soldOutMessage: string | null, meta: unknown, pricingCategories: Array<{ id: string, number: number, name: string, variants: Array<{ id: string, description: string, priceCents: number, physical: boolean, active: boolean }> }>, artist: { displayName: string }, venue: { name: string, city: string, timeZone: string }, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null } | null }>, additionalProductGroup: Array<{ variantIds: Array<string>, product: { id: string, slug: string, type: string, href: string, name: string, descriptiveName: string, productType: string, color: string | null, priceCents: number, originalPriceCents: number | null, lowestPriceCents: number | null, available: boolean, soldOutMessage: string | null, publicShippableFromAt: number | null, meta: unknown, gtin: string | null, manufacturer: unknown, variants: Array<{ id: string, description: string, subline: string | null, order: number, priceCents: number, available: boolean }>, artist: { displayName: string } | null, images: Array<{ order: number, tags: Array<string>, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } }>, details: { title: string, description: string } | null, additionalInformation: { title: string, description: string } | null } | null, event: { localOrganizer: string | null, id: string, slug: string, href: string, status: string, name: string, descriptiveName: string, happeningFromAt: number, happeningUntilAt: number | null, doorAt: number | null, presaleAt: number, salesEndAt: number, lowestPriceCents: number | null, soldOutMessage: string | null, meta: unknown, pricingCategories: Array<{ id: string, number: number, name: string, variants: Array<{ id: string, description: string, priceCents: number, physical: boolean, active: boolean }> }>, artist: { displayName: string }, venue: { name: string, city: string, timeZone: string }, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null } | null }> } | null, images: Array<{ order: number, tags: Array<string>, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } }>, details: { title: string, description: string } | null, additionalInformation: { title: string, description: string } | null } | null };

export type BundlePartPartsFragment = { variantIds: Array<string>, product: { id: string, slug: string, type: string, href: string, name: string, descriptiveName: string, productType: string, color: string | null, priceCents: number, originalPriceCents: number | null, lowestPriceCents: number | null, available: boolean, soldOutMessage: string | null, publicShippableFromAt: number | null, meta: unknown, gtin: string | null, manufacturer: unknown, variants: Array<{ id: string, description: string, subline: string | null, order: number, priceCents: number, available: boolean }>, artist: { displayName: string } | null, images: Array<{ order: number, tags: Array<string>, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } }>, details: { title: string, description: string } | null, additionalInformation: { title: string, description: string } | null } | null, event: { localOrganizer: string | null, id: string, slug: string, href: string, status: string, name: string, descriptiveName: string, happeningFromAt: number, happeningUntilAt: number | null, doorAt: number | null, presaleAt: number, salesEndAt: number, lowestPriceCents: number | null, soldOutMessage: string | null, meta: unknown, pricingCategories: Array<{ id: string, number: number, name: string, variants: Array<{ id: string, description: string, priceCents: number, physical: boolean, active: boolean }> }>, artist: { displayName: string }, venue: { name: string, city: string, timeZone: string }, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null } | null };

export type SearchQueryVariables = Exact<{
  terms: string;
  productsAfter?: string | null | undefined;
  eventsAfter?: string | null | undefined;
}>;


export type SearchQuery = { search: { productsMoreAfter: string | null, eventsMoreAfter: string | null, corrected: boolean, artists: Array<{ id: string, slug: string, href: string, displayName: string, subtitle: string | null, featured: Array<string>, squareImage: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }>, products: Array<{ id: string, slug: string, type: string, href: string, name: string, descriptiveName: string, productType: string, color: string | null, priceCents: number, originalPriceCents: number | null, lowestPriceCents: number | null, available: boolean, soldOutMessage: string | null, publicShippableFromAt: number | null, meta: unknown, artist: { displayName: string } | null, images: Array<{ order: number, tags: Array<string>, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } }> }>, events: Array<{ id: string, slug: string, href: string, status: string, name: string, descriptiveName: string, happeningFromAt: number, happeningUntilAt: number | null, doorAt: number | null, presaleAt: number, salesEndAt: number, lowestPriceCents: number | null, soldOutMessage: string | null, meta: unknown, artist: { displayName: string }, venue: { name: string, city: string, timeZone: string }, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }> } };

export type EventListQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  terms?: string | null | undefined;
  from?: number | null | undefined;
  to?: number | null | undefined;
  city?: string | null | undefined;
}>;


export type EventListQuery = { events: { nodes: Array<{ id: string, slug: string, href: string, status: string, name: string, descriptiveName: string, happeningFromAt: number, happeningUntilAt: number | null, doorAt: number | null, presaleAt: number, salesEndAt: number, lowestPriceCents: number | null, soldOutMessage: string | null, meta: unknown, artist: { displayName: string }, venue: { name: string, city: string, timeZone: string }, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type TicketsPageQueryVariables = Exact<{ [key: string]: never; }>;


export type TicketsPageQuery = { tours: Array<{ id: string, slug: string, name: string, subtitle: string | null, artistNames: string, startAt: number, endAt: number | null, sortOrderTicketTopLeft: number | null, sortOrderTicketTopRight: number | null, sortOrderTicketBottom: number | null, ticketImage: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }>, events: { nodes: Array<{ id: string, slug: string, href: string, status: string, name: string, descriptiveName: string, happeningFromAt: number, happeningUntilAt: number | null, doorAt: number | null, presaleAt: number, salesEndAt: number, lowestPriceCents: number | null, soldOutMessage: string | null, meta: unknown, artist: { displayName: string }, venue: { name: string, city: string, timeZone: string }, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type TourPageQueryVariables = Exact<{
  slug: string;
}>;


export type TourPageQuery = { tour: { description: string, id: string, slug: string, name: string, subtitle: string | null, artistNames: string, startAt: number, endAt: number | null, sortOrderTicketTopLeft: number | null, sortOrderTicketTopRight: number | null, sortOrderTicketBottom: number | null, artists: Array<{ id: string, slug: string, href: string, displayName: string, subtitle: string | null, featured: Array<string>, squareImage: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }>, events: Array<{ id: string, slug: string, href: string, status: string, name: string, descriptiveName: string, happeningFromAt: number, happeningUntilAt: number | null, doorAt: number | null, presaleAt: number, salesEndAt: number, lowestPriceCents: number | null, soldOutMessage: string | null, meta: unknown, artist: { displayName: string }, venue: { name: string, city: string, timeZone: string }, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }>, ticketImage: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null } | null };

export type EventPageQueryVariables = Exact<{
  slug: string;
}>;


export type EventPageQuery = { event: { description: string, htmlDetails: string | null, stageAt: number | null, highestPriceCents: number | null, presaleCodesFrom: number | null, seatmapUrl: string | null, displayMap: boolean, cartLimit: number, holdSeconds: number, kulturpassUrl: string | null, personalizationRequirement: string, checkInStartAt: number, checkInEndAt: number, localOrganizer: string | null, owningCompanyAddress: unknown, id: string, slug: string, href: string, status: string, name: string, descriptiveName: string, happeningFromAt: number, happeningUntilAt: number | null, doorAt: number | null, presaleAt: number, salesEndAt: number, lowestPriceCents: number | null, soldOutMessage: string | null, meta: unknown, artist: { displayName: string, id: string, slug: string, href: string, subtitle: string | null, featured: Array<string>, squareImage: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }, artists: Array<{ id: string, slug: string, href: string, displayName: string, subtitle: string | null, featured: Array<string>, squareImage: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }>, relatedArtists: Array<{ id: string, slug: string, href: string, displayName: string, subtitle: string | null, featured: Array<string>, squareImage: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }>, venue: { id: string, address: string, postCode: string, countryCode: string, name: string, city: string, timeZone: string }, tours: Array<{ slug: string, name: string }>, pricingCategories: Array<{ id: string, number: number, name: string, mapColor: string, expanded: boolean, hideButtons: boolean, section: string | null, variants: Array<{ id: string, description: string, priceCents: number, order: number, physical: boolean, active: boolean }>, sections: Array<{ id: string, name: string, capacity: number }> }>, related: Array<{ id: string, slug: string, type: string, href: string, name: string, descriptiveName: string, productType: string, color: string | null, priceCents: number, originalPriceCents: number | null, lowestPriceCents: number | null, available: boolean, soldOutMessage: string | null, publicShippableFromAt: number | null, meta: unknown, artist: { displayName: string } | null, images: Array<{ order: number, tags: Array<string>, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } }> }>, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null } | null };

export type PresaleCodeQueryVariables = Exact<{
  eventId: string;
  code: string;
}>;


export type PresaleCodeQuery = { presaleCode: { validFromAt: number, category: number | null } };

export type AvailableSeatIdsQueryVariables = Exact<{
  eventId: string;
}>;


export type AvailableSeatIdsQuery = { availableSeatIds: { eventId: string, version: string, seatIds: Array<string>, sections: Array<{ sectionId: string, left: number }>, categories: Array<{ number: number, left: number }> } };

export type MinicartRelatedQueryVariables = Exact<{
  slug: string;
}>;


export type MinicartRelatedQuery = { event: { minicartRelated: Array<{ id: string, slug: string, type: string, href: string, name: string, descriptiveName: string, productType: string, color: string | null, priceCents: number, originalPriceCents: number | null, lowestPriceCents: number | null, available: boolean, soldOutMessage: string | null, publicShippableFromAt: number | null, meta: unknown, artist: { displayName: string } | null, images: Array<{ order: number, tags: Array<string>, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } }> }> } | null };

export type ImagePartsFragment = { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string };

export type ProductTileFragment = { id: string, slug: string, type: string, href: string, name: string, descriptiveName: string, productType: string, color: string | null, priceCents: number, originalPriceCents: number | null, lowestPriceCents: number | null, available: boolean, soldOutMessage: string | null, publicShippableFromAt: number | null, meta: unknown, artist: { displayName: string } | null, images: Array<{ order: number, tags: Array<string>, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } }> };

export type ProductInfoFragment = { gtin: string | null, manufacturer: unknown, details: { title: string, description: string } | null, additionalInformation: { title: string, description: string } | null };

export type EventTileFragment = { id: string, slug: string, href: string, status: string, name: string, descriptiveName: string, happeningFromAt: number, happeningUntilAt: number | null, doorAt: number | null, presaleAt: number, salesEndAt: number, lowestPriceCents: number | null, soldOutMessage: string | null, meta: unknown, artist: { displayName: string }, venue: { name: string, city: string, timeZone: string }, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null };

export type TourTileFragment = { id: string, slug: string, name: string, subtitle: string | null, artistNames: string, startAt: number, endAt: number | null, sortOrderTicketTopLeft: number | null, sortOrderTicketTopRight: number | null, sortOrderTicketBottom: number | null, ticketImage: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null };

export type ArtistTileFragment = { id: string, slug: string, href: string, displayName: string, subtitle: string | null, featured: Array<string>, squareImage: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null };

export type CategoryLinkFragment = { id: string, type: string, slug: string, name: string };

export type NewsTileFragment = { id: string, url: string, title: string, text: string, inverse: boolean, category: string, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null };

export type CartLineFragment = { id: string, itemIds: Array<string>, productId: string | null, eventId: string | null, productVariantId: string, productSlug: string, productName: string, productType: string, productColor: string | null, variantName: string, artistName: string | null, type: string, amount: number, cartLimit: number, unitCents: number, totalCents: number, totalSumCents: number, seatId: string | null, happeningFromAt: number | null, timeZone: string | null, venueName: string | null, bundledItemIds: Array<string>, personalIdentifier: string | null, personalizationRequirement: string, follows: boolean, personalised: boolean, physical: boolean, fixedAmount: boolean, available: boolean, href: string, voucherCents: number, seat: { sectionId: string, sectionName: string, row: string | null, name: string | null } | null, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null };

export type CartPartsFragment = { id: string, reference: string, version: number, countryCode: string, totalCents: number, originalTotalCents: number, voucherCents: number, containsTickets: boolean, containsOnlineTickets: boolean, physical: boolean, mergeable: boolean, ageRestricted: boolean, validUntil: number | null, serverNow: number, shippableFrom: number | null, shippableFromUntil: number | null, items: Array<{ id: string, itemIds: Array<string>, productId: string | null, eventId: string | null, productVariantId: string, productSlug: string, productName: string, productType: string, productColor: string | null, variantName: string, artistName: string | null, type: string, amount: number, cartLimit: number, unitCents: number, totalCents: number, totalSumCents: number, seatId: string | null, happeningFromAt: number | null, timeZone: string | null, venueName: string | null, bundledItemIds: Array<string>, personalIdentifier: string | null, personalizationRequirement: string, follows: boolean, personalised: boolean, physical: boolean, fixedAmount: boolean, available: boolean, href: string, voucherCents: number, bundled: Array<{ id: string, itemIds: Array<string>, productId: string | null, eventId: string | null, productVariantId: string, productSlug: string, productName: string, productType: string, productColor: string | null, variantName: string, artistName: string | null, type: string, amount: number, cartLimit: number, unitCents: number, totalCents: number, totalSumCents: number, seatId: string | null, happeningFromAt: number | null, timeZone: string | null, venueName: string | null, bundledItemIds: Array<string>, personalIdentifier: string | null, personalizationRequirement: string, follows: boolean, personalised: boolean, physical: boolean, fixedAmount: boolean, available: boolean, href: string, voucherCents: number, seat: { sectionId: string, sectionName: string, row: string | null, name: string | null } | null, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }>, seat: { sectionId: string, sectionName: string, row: string | null, name: string | null } | null, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }> };

export type OrderPartsFragment = { id: string, reference: string, status: string, countryCode: string, email: string, paymentMethod: string, paymentMethodName: string, shippingName: string, subtotalCents: number, shippingCents: number, voucherCents: number, totalCents: number, balanceCents: number, vatCents: number, placedAt: number, dueAt: number, hasCancelledEvent: boolean, paidAt: number | null, shippingAddress: unknown, billingAddress: unknown, items: Array<{ id: string, type: string, descriptiveName: string, variantName: string, amount: number, unitCents: number, totalCents: number, invalidated: boolean, productVariantId: string, personalIdentifier: string | null, seat: { sectionId: string, sectionName: string, row: string | null, name: string | null } | null }>, bankTransfer: { accountHolder: string, iban: string, bic: string, bankName: string, reference: string, amountCents: number, giroCode: string } | null, paymentMethods: Array<{ id: string, name: string, description: string, extraChargeCents: number }> };

export type SubscribeNewsletterMutationVariables = Exact<{
  email: string;
  acceptsTerms: boolean;
  lists: Array<string> | string;
}>;


export type SubscribeNewsletterMutation = { subscribeNewsletter: boolean };

export type OrderQueryVariables = Exact<{
  orderId: string;
  reference: string;
}>;


export type OrderQuery = { order: { id: string, reference: string, status: string, countryCode: string, email: string, paymentMethod: string, paymentMethodName: string, shippingName: string, subtotalCents: number, shippingCents: number, voucherCents: number, totalCents: number, balanceCents: number, vatCents: number, placedAt: number, dueAt: number, hasCancelledEvent: boolean, paidAt: number | null, shippingAddress: unknown, billingAddress: unknown, items: Array<{ id: string, type: string, descriptiveName: string, variantName: string, amount: number, unitCents: number, totalCents: number, invalidated: boolean, productVariantId: string, personalIdentifier: string | null, seat: { sectionId: string, sectionName: string, row: string | null, name: string | null } | null }>, bankTransfer: { accountHolder: string, iban: string, bic: string, bankName: string, reference: string, amountCents: number, giroCode: string } | null, paymentMethods: Array<{ id: string, name: string, description: string, extraChargeCents: number }> } | null };

export type ConfirmOrderPaymentMutationVariables = Exact<{
  orderId: string;
  reference: string;
}>;


export type ConfirmOrderPaymentMutation = { confirmOrderPayment: { id: string, reference: string, status: string, countryCode: string, email: string, paymentMethod: string, paymentMethodName: string, shippingName: string, subtotalCents: number, shippingCents: number, voucherCents: number, totalCents: number, balanceCents: number, vatCents: number, placedAt: number, dueAt: number, hasCancelledEvent: boolean, paidAt: number | null, shippingAddress: unknown, billingAddress: unknown, items: Array<{ id: string, type: string, descriptiveName: string, variantName: string, amount: number, unitCents: number, totalCents: number, invalidated: boolean, productVariantId: string, personalIdentifier: string | null, seat: { sectionId: string, sectionName: string, row: string | null, name: string | null } | null }>, bankTransfer: { accountHolder: string, iban: string, bic: string, bankName: string, reference: string, amountCents: number, giroCode: string } | null, paymentMethods: Array<{ id: string, name: string, description: string, extraChargeCents: number }> } };

export type CreateStripePaymentMutationVariables = Exact<{
  orderId: string;
  reference: string;
  successUrl: string;
  cancelUrl: string;
}>;


export type CreateStripePaymentMutation = { createStripePayment: { externalPaymentId: string, externalPaymentUrl: string } };

export type UpdatePreferredPaymentMethodMutationVariables = Exact<{
  orderId: string;
  reference: string;
  preferredPaymentMethod: string;
}>;


export type UpdatePreferredPaymentMethodMutation = { updatePreferredPaymentMethod: { id: string, reference: string, status: string, countryCode: string, email: string, paymentMethod: string, paymentMethodName: string, shippingName: string, subtotalCents: number, shippingCents: number, voucherCents: number, totalCents: number, balanceCents: number, vatCents: number, placedAt: number, dueAt: number, hasCancelledEvent: boolean, paidAt: number | null, shippingAddress: unknown, billingAddress: unknown, items: Array<{ id: string, type: string, descriptiveName: string, variantName: string, amount: number, unitCents: number, totalCents: number, invalidated: boolean, productVariantId: string, personalIdentifier: string | null, seat: { sectionId: string, sectionName: string, row: string | null, name: string | null } | null }>, bankTransfer: { accountHolder: string, iban: string, bic: string, bankName: string, reference: string, amountCents: number, giroCode: string } | null, paymentMethods: Array<{ id: string, name: string, description: string, extraChargeCents: number }> } };

export type ShopQueryVariables = Exact<{ [key: string]: never; }>;


export type ShopQuery = { shop: { id: string, slug: string, name: string, domain: string | null, basePath: string, defaultLocale: string, isBand: boolean, hasCustomDomain: boolean, orderMergingAllowed: boolean, paymentBlacklist: Array<string>, meta: unknown, artist: { slug: string, displayName: string, abstract: string | null } | null, bandShops: Array<{ slug: string, name: string, href: string }> } };

export type HomeQueryVariables = Exact<{ [key: string]: never; }>;


export type HomeQuery = { home: { promo: Array<{ id: string, url: string, title: string, text: string, inverse: boolean, category: string, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }>, hotNews: Array<{ id: string, url: string, title: string, text: string, inverse: boolean, category: string, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }>, news: Array<{ id: string, url: string, title: string, text: string, inverse: boolean, category: string, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }>, tours: Array<{ id: string, slug: string, name: string, subtitle: string | null, artistNames: string, startAt: number, endAt: number | null, sortOrderTicketTopLeft: number | null, sortOrderTicketTopRight: number | null, sortOrderTicketBottom: number | null, ticketImage: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }>, sections: Array<{ category: { id: string, type: string, slug: string, name: string }, products: Array<{ id: string, slug: string, type: string, href: string, name: string, descriptiveName: string, productType: string, color: string | null, priceCents: number, originalPriceCents: number | null, lowestPriceCents: number | null, available: boolean, soldOutMessage: string | null, publicShippableFromAt: number | null, meta: unknown, artist: { displayName: string } | null, images: Array<{ order: number, tags: Array<string>, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } }> }> }>, events: Array<{ id: string, slug: string, href: string, status: string, name: string, descriptiveName: string, happeningFromAt: number, happeningUntilAt: number | null, doorAt: number | null, presaleAt: number, salesEndAt: number, lowestPriceCents: number | null, soldOutMessage: string | null, meta: unknown, artist: { displayName: string }, venue: { name: string, city: string, timeZone: string }, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }>, artists: Array<{ id: string, slug: string, href: string, displayName: string, subtitle: string | null, featured: Array<string>, squareImage: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }> } };

export type HeartbeatMutationVariables = Exact<{ [key: string]: never; }>;


export type HeartbeatMutation = { heartbeat: { id: string, expiresAt: number, waitingIndex: number, catalogWaitingIndex: number } };

export type SessionQueryVariables = Exact<{
  room?: string | null | undefined;
}>;


export type SessionQuery = { session: { id: string, expiresAt: number, waitingIndex: number, catalogWaitingIndex: number, queue: { scope: string, room: string, phase: string, placeId: string | null, opensAt: number, eventName: string | null, isSoldOut: boolean, ticketsLeft: number | null, isCalled: boolean, ahead: number | null, waitSeconds: number | null, total: number | null, seedHash: string, pollAfterSeconds: number, checkKey: string | null, isLimited: boolean } | null } };

export type ResumeSessionMutationVariables = Exact<{
  id: string;
}>;


export type ResumeSessionMutation = { resumeSession: { id: string, reference: string, version: number, countryCode: string, totalCents: number, originalTotalCents: number, voucherCents: number, containsTickets: boolean, containsOnlineTickets: boolean, physical: boolean, mergeable: boolean, ageRestricted: boolean, validUntil: number | null, serverNow: number, shippableFrom: number | null, shippableFromUntil: number | null, items: Array<{ id: string, itemIds: Array<string>, productId: string | null, eventId: string | null, productVariantId: string, productSlug: string, productName: string, productType: string, productColor: string | null, variantName: string, artistName: string | null, type: string, amount: number, cartLimit: number, unitCents: number, totalCents: number, totalSumCents: number, seatId: string | null, happeningFromAt: number | null, timeZone: string | null, venueName: string | null, bundledItemIds: Array<string>, personalIdentifier: string | null, personalizationRequirement: string, follows: boolean, personalised: boolean, physical: boolean, fixedAmount: boolean, available: boolean, href: string, voucherCents: number, bundled: Array<{ id: string, itemIds: Array<string>, productId: string | null, eventId: string | null, productVariantId: string, productSlug: string, productName: string, productType: string, productColor: string | null, variantName: string, artistName: string | null, type: string, amount: number, cartLimit: number, unitCents: number, totalCents: number, totalSumCents: number, seatId: string | null, happeningFromAt: number | null, timeZone: string | null, venueName: string | null, bundledItemIds: Array<string>, personalIdentifier: string | null, personalizationRequirement: string, follows: boolean, personalised: boolean, physical: boolean, fixedAmount: boolean, available: boolean, href: string, voucherCents: number, seat: { sectionId: string, sectionName: string, row: string | null, name: string | null } | null, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }>, seat: { sectionId: string, sectionName: string, row: string | null, name: string | null } | null, image: { key: string, width: number, height: number, widths: Array<number>, thumbhash: string, alt: string } | null }> } };

export type LogActivityMutationVariables = Exact<{
  action: string;
  details?: unknown;
}>;


export type LogActivityMutation = { logActivity: boolean };

export type DiscountsOpenQueryVariables = Exact<{ [key: string]: never; }>;


export type DiscountsOpenQuery = { discountsOpen: boolean };

export type OpenDiscountsMutationVariables = Exact<{
  code: string;
}>;


export type OpenDiscountsMutation = { openDiscounts: boolean };

export type SuggestionIndexQueryVariables = Exact<{ [key: string]: never; }>;


export type SuggestionIndexQuery = { suggestionIndex: Array<{ title: string, detail: string | null, tag: string, href: string, imageUrl: string | null, external: boolean }> };

export const ArtistPageDocument: Operation<ArtistPageQuery, ArtistPageQueryVariables> = {
  name: 'ArtistPage',
  kind: 'query',
  hash: '07b78fbbad5290cd75816fd22155a8e62205cc67c6cf26c8c86b1325378106ec',
}

export const ArtistProductsDocument: Operation<ArtistProductsQuery, ArtistProductsQueryVariables> = {
  name: 'ArtistProducts',
  kind: 'query',
  hash: '6e2961920e34631deb39918b746b566e2b17b5899a8c0aa4eadf78c5da6f8b16',
}

export const ArtistsDocument: Operation<ArtistsQuery, ArtistsQueryVariables> = {
  name: 'Artists',
  kind: 'query',
  hash: '440f56d3917db0b4a9801ba945a59ffd9a5300b88d5a45adfb0bd30529f59a50',
}

export const AvailableSeatIdsDocument: Operation<AvailableSeatIdsQuery, AvailableSeatIdsQueryVariables> = {
  name: 'AvailableSeatIds',
  kind: 'query',
  hash: 'e9140926e6dff8c289d2d1ddf4e6c745e7c4fc820b7de8bb12f3c01fe6968c41',
}

export const BundlePageDocument: Operation<BundlePageQuery, BundlePageQueryVariables> = {
  name: 'BundlePage',
  kind: 'query',
  hash: '8f41903228c7f9874ee9446711f6dbcaa9af9cf5784d19666fbc68d3dcce00ed',
}

export const CartDocument: Operation<CartQuery, CartQueryVariables> = {
  name: 'Cart',
  kind: 'query',
  hash: 'b22977ead0925ac149e89c40c4725ab29d5bb05abc236d12834fc9e46b7d4551',
}

export const CategoriesDocument: Operation<CategoriesQuery, CategoriesQueryVariables> = {
  name: 'Categories',
  kind: 'query',
  hash: '26adccc08656fa2b4c999b94ee2e5452384e1a3a1d3c9d4df5ac9407478fc53e',
}

export const CategoryPageDocument: Operation<CategoryPageQuery, CategoryPageQueryVariables> = {
  name: 'CategoryPage',
  kind: 'query',
  hash: '7e17aaaa435c8848d8c6abb2d5af7acd3d350f7d6014549256e8ceffb48461b3',
}

export const CheckoutOptionsDocument: Operation<CheckoutOptionsQuery, CheckoutOptionsQueryVariables> = {
  name: 'CheckoutOptions',
  kind: 'query',
  hash: '961d170d9909d20dc6b9f62c45736eff2e151540d38247129fdcb6ea655b5879',
}

export const DiscountsOpenDocument: Operation<DiscountsOpenQuery, DiscountsOpenQueryVariables> = {
  name: 'DiscountsOpen',
  kind: 'query',
  hash: '0aa9a4a51d9840aa45029b5990853a2c8bdcdf61d8deacc20867a4d25d4a6779',
}

export const EventListDocument: Operation<EventListQuery, EventListQueryVariables> = {
  name: 'EventList',
  kind: 'query',
  hash: '4afdaddf1e60c5d4b40bd27c10d01a5bc14becc49a32d373fc7b4336424f964c',
}

export const EventPageDocument: Operation<EventPageQuery, EventPageQueryVariables> = {
  name: 'EventPage',
  kind: 'query',
  hash: '7de2af503856da7dacbec5cb29b54bfda466a90c32102604481d2c6fb5b1a3ca',
}

export const HomeDocument: Operation<HomeQuery, HomeQueryVariables> = {
  name: 'Home',
  kind: 'query',
  hash: 'b56b98e314fb1084f5547cbe907e0911c6864697ec12f524e6ba01cbd2396411',
}

export const MinicartRelatedDocument: Operation<MinicartRelatedQuery, MinicartRelatedQueryVariables> = {
  name: 'MinicartRelated',
  kind: 'query',
  hash: '79941b8368838d4f529f2137ffeda98f3d0f6a46e45494d3645fc24b1bb19f5f',
}

export const OrderDocument: Operation<OrderQuery, OrderQueryVariables> = {
  name: 'Order',
  kind: 'query',
  hash: '31c081bca8c499aad6ae2e5632e0d8bb337bfbbfb9176cd3a9240c1026a0ea3e',
}

export const PresaleCodeDocument: Operation<PresaleCodeQuery, PresaleCodeQueryVariables> = {
  name: 'PresaleCode',
  kind: 'query',
  hash: 'ac4d22e7c63ed5f4e976d5d6e6c9e1c294a73b1072a0b30ed6e280dc6c19456a',
}

export const ProductPageDocument: Operation<ProductPageQuery, ProductPageQueryVariables> = {
  name: 'ProductPage',
  kind: 'query',
  hash: 'bcad6e869f21aaceda6dc42291ca6f0d52c4ded98627f7ae2392c0090d409334',
}

export const ProductsBySlugsDocument: Operation<ProductsBySlugsQuery, ProductsBySlugsQueryVariables> = {
  name: 'ProductsBySlugs',
  kind: 'query',
  hash: 'fff9f3d4aa17f0b92893751fc402a7be7c48c3653293d4a5d23d0e86235e4d40',
}

export const SearchDocument: Operation<SearchQuery, SearchQueryVariables> = {
  name: 'Search',
  kind: 'query',
  hash: '96a30ef1c8acf85d6c7f2df362b55a779eaea60b002ad7ca06a50d1adf507f04',
}

export const SessionDocument: Operation<SessionQuery, SessionQueryVariables> = {
  name: 'Session',
  kind: 'query',
  hash: '62c5d4d80c047eda3abeef16017b6e82f2d41483a5bb10fec50d7851d5820ebd',
}

export const ShippingCountriesDocument: Operation<ShippingCountriesQuery, ShippingCountriesQueryVariables> = {
  name: 'ShippingCountries',
  kind: 'query',
  hash: '1ddaba2b55a7b2f55da6728d13bd03ad559e17a11723cebde589b59de5ba4837',
}

export const ShopDocument: Operation<ShopQuery, ShopQueryVariables> = {
  name: 'Shop',
  kind: 'query',
  hash: '7819f6ed545a11bd85ef2aa01986da443dfbf6e2cb8aeeab2c9b5a35e304896d',
}

export const SuggestionIndexDocument: Operation<SuggestionIndexQuery, SuggestionIndexQueryVariables> = {
  name: 'SuggestionIndex',
  kind: 'query',
  hash: '6d3b2a9b878da033ffe9eaf59ec20678784520c40933d9ae99c69a172c543bab',
}

export const TicketsPageDocument: Operation<TicketsPageQuery, TicketsPageQueryVariables> = {
  name: 'TicketsPage',
  kind: 'query',
  hash: '93b3406a3189bb9ff4bed57d9445612f7069250009ef569fae81c875e32509dc',
}

export const TourPageDocument: Operation<TourPageQuery, TourPageQueryVariables> = {
  name: 'TourPage',
  kind: 'query',
  hash: '22dfca5fba2206fa8c8197d1a1d3f1c07f849a93d5cb557a3610626da22181ce',
}
