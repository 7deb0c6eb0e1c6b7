/* Written by worker/cli/generate.ts; change schema/graphql or schema/operations instead. */
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { ArtistModel, BundleModel, BundlePartModel, CategoryModel, EventModel, ProductModel, TourModel } from './models.ts';
import type { ShopContext } from '../context.ts';
export type Maybe<T> = T | null | undefined;
export type InputMaybe<T> = T | null | undefined;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** Epoch milliseconds, UTC. */
  Instant: { input: number; output: number; }
  /** Integer euro cents. */
  Cents: { input: number; output: number; }
  /** Typed JSON of the catalogue: see schema/catalogue-values.ts. Texts in it are already in the call's language. */
  Json: { input: unknown; output: unknown; }
};

export type Query = {
  /** The shop of the call's address. */
  shop: Shop;
  /** What the shop's first page shows. */
  home: Home;
  /** Whether this visitor has given one of the shop's discount codes. */
  discountsOpen: Scalars['Boolean']['output'];
  cart: Cart;
  /** Of the waiting rooms, `room` alone counts where it is named, by `queue.room` of an earlier answer. */
  session: Session;
  shippingMethods: Array<ShippingMethod>;
  paymentMethods: Array<PaymentMethod>;
  shippingCountries: Array<Country>;
  /** Main categories that have something to sell, in set order. */
  categories: Array<Category>;
  category?: Maybe<Category>;
  categoryProducts: ProductConnection;
  artists: Array<Artist>;
  artist?: Maybe<Artist>;
  product?: Maybe<Product>;
  productsBySlugs: Array<Product>;
  search: SearchResult;
  event?: Maybe<Event>;
  events: EventConnection;
  tours: Array<Tour>;
  tour?: Maybe<Tour>;
  /** Ids of the seats that are free now; asked of the seats' owner, cached for a second. */
  availableSeatIds: SeatAvailability;
  /** What a presale code opens, as typed. Refused with PRESALE_CODE_INVALID, or TOO_MANY_REQUESTS after a few tries. */
  presaleCode: PresaleCode;
  /** Both must fit: the id alone opens nothing. */
  order?: Maybe<Order>;
  /** What the quick search knows: the shop's artists, tours, coming events, newest products and categories, without words that differ from visitor to visitor. */
  suggestionIndex: Array<Suggestion>;
};


export type QuerySessionArgs = {
  room?: InputMaybe<Scalars['ID']['input']>;
};


export type QueryShippingMethodsArgs = {
  countryCode: Scalars['String']['input'];
};


export type QueryCategoryArgs = {
  slug: Scalars['String']['input'];
};


export type QueryCategoryProductsArgs = {
  slug: Scalars['String']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryArtistArgs = {
  slug: Scalars['String']['input'];
};


export type QueryProductArgs = {
  slug: Scalars['String']['input'];
};


export type QueryProductsBySlugsArgs = {
  slugs: Array<Scalars['String']['input']>;
};


export type QuerySearchArgs = {
  terms: Scalars['String']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  productsAfter?: InputMaybe<Scalars['String']['input']>;
  eventsAfter?: InputMaybe<Scalars['String']['input']>;
};


export type QueryEventArgs = {
  slug: Scalars['String']['input'];
};


export type QueryEventsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  terms?: InputMaybe<Scalars['String']['input']>;
  from?: InputMaybe<Scalars['Instant']['input']>;
  to?: InputMaybe<Scalars['Instant']['input']>;
  city?: InputMaybe<Scalars['String']['input']>;
};


export type QueryTourArgs = {
  slug: Scalars['String']['input'];
};


export type QueryAvailableSeatIdsArgs = {
  eventId: Scalars['ID']['input'];
};


export type QueryPresaleCodeArgs = {
  eventId: Scalars['ID']['input'];
  code: Scalars['String']['input'];
};


export type QueryOrderArgs = {
  orderId: Scalars['ID']['input'];
  reference: Scalars['String']['input'];
};

export type Mutation = {
  /** Keeps the session alive; the answer says until when. */
  heartbeat: Session;
  resumeSession: Cart;
  /** Refused with DISCOUNT_CODE_WRONG, or TOO_MANY_REQUESTS after a few tries. */
  openDiscounts: Scalars['Boolean']['output'];
  logActivity: Scalars['Boolean']['output'];
  /** Adds all requests or none. */
  addItems: CartPayload;
  removeItem: CartPayload;
  /** Merch only: sets a line's amount; 0 removes it. */
  changeAmount: CartPayload;
  /** When payment starts: reserved tickets get some minutes more, once. */
  extendReservation: CartPayload;
  changeCountry: CartPayload;
  updatePersonalIdentifier: CartItemPayload;
  placeOrder: PlaceOrderPayload;
  /** Hands an address to the shop's lists (main, tickets); the list itself asks for a confirmation by mail. */
  subscribeNewsletter: Scalars['Boolean']['output'];
  confirmOrderPayment: Order;
  createStripePayment: StripePayment;
  updatePreferredPaymentMethod: Order;
};


export type MutationResumeSessionArgs = {
  id: Scalars['ID']['input'];
};


export type MutationOpenDiscountsArgs = {
  code: Scalars['String']['input'];
};


export type MutationLogActivityArgs = {
  action: Scalars['String']['input'];
  details?: InputMaybe<Scalars['Json']['input']>;
};


export type MutationAddItemsArgs = {
  input: AddItemsInput;
};


export type MutationRemoveItemArgs = {
  itemId: Scalars['ID']['input'];
  clientMutationId: Scalars['String']['input'];
};


export type MutationChangeAmountArgs = {
  itemId: Scalars['ID']['input'];
  amount: Scalars['Int']['input'];
  clientMutationId: Scalars['String']['input'];
};


export type MutationExtendReservationArgs = {
  clientMutationId: Scalars['String']['input'];
};


export type MutationChangeCountryArgs = {
  countryCode: Scalars['String']['input'];
  clientMutationId: Scalars['String']['input'];
};


export type MutationUpdatePersonalIdentifierArgs = {
  itemId: Scalars['ID']['input'];
  personalIdentifier: Scalars['String']['input'];
  clientMutationId: Scalars['String']['input'];
};


export type MutationPlaceOrderArgs = {
  input: PlaceOrderInput;
};


export type MutationSubscribeNewsletterArgs = {
  email: Scalars['String']['input'];
  acceptsTerms: Scalars['Boolean']['input'];
  lists: Array<Scalars['String']['input']>;
};


export type MutationConfirmOrderPaymentArgs = {
  orderId: Scalars['ID']['input'];
  reference: Scalars['String']['input'];
};


export type MutationCreateStripePaymentArgs = {
  orderId: Scalars['ID']['input'];
  reference: Scalars['String']['input'];
  successUrl: Scalars['String']['input'];
  cancelUrl: Scalars['String']['input'];
};


export type MutationUpdatePreferredPaymentMethodArgs = {
  orderId: Scalars['ID']['input'];
  reference: Scalars['String']['input'];
  preferredPaymentMethod: Scalars['String']['input'];
};

export type Shop = {
  id: Scalars['ID']['output'];
  slug: Scalars['String']['output'];
  name: Scalars['String']['output'];
  domain?: Maybe<Scalars['String']['output']>;
  /** Where links of this shop start: empty, or /slug on a shared host. */
  basePath: Scalars['String']['output'];
  defaultLocale: Scalars['String']['output'];
  isBand: Scalars['Boolean']['output'];
  hasCustomDomain: Scalars['Boolean']['output'];
  orderMergingAllowed: Scalars['Boolean']['output'];
  paymentBlacklist: Array<Scalars['String']['output']>;
  meta: Scalars['Json']['output'];
  artist?: Maybe<Artist>;
  /** The bands whose shops this one links to; empty in a band shop. */
  bandShops: Array<BandShop>;
};

export type BandShop = {
  slug: Scalars['String']['output'];
  name: Scalars['String']['output'];
  href: Scalars['String']['output'];
};

export type Session = {
  id: Scalars['ID']['output'];
  expiresAt: Scalars['Instant']['output'];
  waitingIndex: Scalars['Int']['output'];
  catalogWaitingIndex: Scalars['Int']['output'];
  /** The room that keeps the visitor out; null where nobody waits. */
  queue?: Maybe<Queue>;
};

export type Queue = {
  scope: Scalars['String']['output'];
  room: Scalars['ID']['output'];
  phase: Scalars['String']['output'];
  placeId?: Maybe<Scalars['ID']['output']>;
  opensAt: Scalars['Instant']['output'];
  /** Null for a room that guards a shop or its catalogue. */
  eventName?: Maybe<Scalars['String']['output']>;
  /** No ticket is left at the moment. */
  isSoldOut: Scalars['Boolean']['output'];
  /** Free tickets of the event; null for other rooms, or where nobody can say. */
  ticketsLeft?: Maybe<Scalars['Int']['output']>;
  /** The visitor enters as soon as there is room; ahead counts those who enter before them. */
  isCalled: Scalars['Boolean']['output'];
  ahead?: Maybe<Scalars['Int']['output']>;
  /** About how long it takes until the visitor enters. */
  waitSeconds?: Maybe<Scalars['Int']['output']>;
  total?: Maybe<Scalars['Int']['output']>;
  seedHash: Scalars['String']['output'];
  pollAfterSeconds: Scalars['Float']['output'];
  checkKey?: Maybe<Scalars['String']['output']>;
  /** Too many entries came from the visitor's network; a later question gets one. */
  isLimited: Scalars['Boolean']['output'];
};

export type Image = {
  key: Scalars['String']['output'];
  width: Scalars['Int']['output'];
  height: Scalars['Int']['output'];
  widths: Array<Scalars['Int']['output']>;
  thumbhash: Scalars['String']['output'];
  alt: Scalars['String']['output'];
};

export type NewsItem = {
  id: Scalars['ID']['output'];
  url: Scalars['String']['output'];
  title: Scalars['String']['output'];
  text: Scalars['String']['output'];
  image?: Maybe<Image>;
  inverse: Scalars['Boolean']['output'];
  category: Scalars['String']['output'];
};

export type Home = {
  promo: Array<NewsItem>;
  hotNews: Array<NewsItem>;
  news: Array<NewsItem>;
  tours: Array<Tour>;
  /** Band shop: its categories of type CATEGORY and TOUR; main shop: artists to discover. */
  sections: Array<HomeSection>;
  events: Array<Event>;
  artists: Array<Artist>;
};

export type HomeSection = {
  category: Category;
  products: Array<Product>;
};

export type PageInfo = {
  endCursor?: Maybe<Scalars['String']['output']>;
  hasNextPage: Scalars['Boolean']['output'];
};

export type AddItemsInput = {
  requests: Array<AddItemRequest>;
  clientMutationId: Scalars['String']['input'];
};

export type AddItemRequest = {
  productVariantId: Scalars['ID']['input'];
  amount: Scalars['Int']['input'];
  seatIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  sectionId?: InputMaybe<Scalars['ID']['input']>;
  /** Items of one bundle share a key; the root item is named by it. */
  bundleKey?: InputMaybe<Scalars['String']['input']>;
  bundleProductId?: InputMaybe<Scalars['ID']['input']>;
  bundleOption?: InputMaybe<Scalars['Int']['input']>;
  personalIdentifier?: InputMaybe<Scalars['String']['input']>;
  /** Opens tickets before their public sale. */
  presaleCode?: InputMaybe<Scalars['String']['input']>;
};

export type CartPayload = {
  cart: Cart;
  /** Seats were moved so that no single seat stays. */
  shifted: Scalars['Boolean']['output'];
  clientMutationId: Scalars['String']['output'];
};

export type CartItemPayload = {
  cartItem: CartItem;
  clientMutationId: Scalars['String']['output'];
};

export type Cart = {
  id: Scalars['ID']['output'];
  reference: Scalars['String']['output'];
  /** Rises with every change: a late answer never replaces a newer one. */
  version: Scalars['Int']['output'];
  countryCode: Scalars['String']['output'];
  items: Array<CartItem>;
  /** Goods and tickets. */
  totalCents: Scalars['Cents']['output'];
  originalTotalCents: Scalars['Cents']['output'];
  voucherCents: Scalars['Cents']['output'];
  containsTickets: Scalars['Boolean']['output'];
  containsOnlineTickets: Scalars['Boolean']['output'];
  physical: Scalars['Boolean']['output'];
  mergeable: Scalars['Boolean']['output'];
  ageRestricted: Scalars['Boolean']['output'];
  /** When the holds end; null without tickets. */
  validUntil?: Maybe<Scalars['Instant']['output']>;
  /** The server's clock at this answer. */
  serverNow: Scalars['Instant']['output'];
  shippableFrom?: Maybe<Scalars['Instant']['output']>;
  shippableFromUntil?: Maybe<Scalars['Instant']['output']>;
};

export type CartItem = {
  id: Scalars['ID']['output'];
  /** The stored items behind this line. */
  itemIds: Array<Scalars['ID']['output']>;
  productId?: Maybe<Scalars['ID']['output']>;
  eventId?: Maybe<Scalars['ID']['output']>;
  productVariantId: Scalars['ID']['output'];
  productSlug: Scalars['String']['output'];
  productName: Scalars['String']['output'];
  productType: Scalars['String']['output'];
  productColor?: Maybe<Scalars['String']['output']>;
  variantName: Scalars['String']['output'];
  artistName?: Maybe<Scalars['String']['output']>;
  image?: Maybe<Image>;
  /** product, event, bundle or ticket */
  type: Scalars['String']['output'];
  amount: Scalars['Int']['output'];
  cartLimit: Scalars['Int']['output'];
  unitCents: Scalars['Cents']['output'];
  totalCents: Scalars['Cents']['output'];
  totalSumCents: Scalars['Cents']['output'];
  seat?: Maybe<Seat>;
  seatId?: Maybe<Scalars['ID']['output']>;
  happeningFromAt?: Maybe<Scalars['Instant']['output']>;
  timeZone?: Maybe<Scalars['String']['output']>;
  venueName?: Maybe<Scalars['String']['output']>;
  bundledItemIds: Array<Scalars['ID']['output']>;
  bundled: Array<CartItem>;
  personalIdentifier?: Maybe<Scalars['String']['output']>;
  personalizationRequirement: Scalars['String']['output'];
  follows: Scalars['Boolean']['output'];
  personalised: Scalars['Boolean']['output'];
  physical: Scalars['Boolean']['output'];
  fixedAmount: Scalars['Boolean']['output'];
  available: Scalars['Boolean']['output'];
  href: Scalars['String']['output'];
  voucherCents: Scalars['Cents']['output'];
};

export type Seat = {
  sectionId: Scalars['ID']['output'];
  sectionName: Scalars['String']['output'];
  row?: Maybe<Scalars['String']['output']>;
  name?: Maybe<Scalars['String']['output']>;
};

export type ShippingMethod = {
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  description: Scalars['String']['output'];
  priceCents: Scalars['Cents']['output'];
};

export type PaymentMethod = {
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  description: Scalars['String']['output'];
  extraChargeCents: Scalars['Cents']['output'];
};

export type Country = {
  countryCode: Scalars['String']['output'];
  name: Scalars['String']['output'];
  eu: Scalars['Boolean']['output'];
};

export type AddressInput = {
  firstName: Scalars['String']['input'];
  lastName: Scalars['String']['input'];
  company?: InputMaybe<Scalars['String']['input']>;
  address: Scalars['String']['input'];
  address2?: InputMaybe<Scalars['String']['input']>;
  postCode: Scalars['String']['input'];
  city: Scalars['String']['input'];
  countryCode: Scalars['String']['input'];
};

export type PlaceOrderInput = {
  clientMutationId: Scalars['String']['input'];
  email: Scalars['String']['input'];
  shippingAddress: AddressInput;
  billingAddress?: InputMaybe<AddressInput>;
  /** A carrier's id; -1 or absent where nothing is shipped. */
  shippingMethod?: InputMaybe<Scalars['String']['input']>;
  paymentMethod: Scalars['String']['input'];
  termsAccepted: Scalars['Boolean']['input'];
  ageConfirmed?: InputMaybe<Scalars['Boolean']['input']>;
  newsletter?: InputMaybe<Scalars['Boolean']['input']>;
  ticketNewsletter?: InputMaybe<Scalars['Boolean']['input']>;
  /** What the buyer saw; another sum is refused with PRICE_CHANGED. */
  expectedTotalCents: Scalars['Cents']['input'];
};

export type PlaceOrderPayload = {
  cart: PlacedCart;
  clientMutationId: Scalars['String']['output'];
};

export type PlacedCart = {
  /** The order's id. */
  id: Scalars['ID']['output'];
  reference: Scalars['String']['output'];
  totalCents: Scalars['Cents']['output'];
  status: Scalars['String']['output'];
};

export type Category = {
  id: Scalars['ID']['output'];
  type: Scalars['String']['output'];
  slug: Scalars['String']['output'];
  name: Scalars['String']['output'];
  description?: Maybe<Scalars['String']['output']>;
  subtitle?: Maybe<Scalars['String']['output']>;
  landscapeImage?: Maybe<Image>;
  squareImage?: Maybe<Image>;
  ticketImage?: Maybe<Image>;
  mainCategory: Scalars['Boolean']['output'];
  /** Where the overview of merch features it: top-left, top-right, bottom. */
  featured: Array<Scalars['String']['output']>;
  /** Its first two products, as a foretaste. */
  teaser: Array<Product>;
  /** Another page than a list: 'advent'. */
  special?: Maybe<Scalars['String']['output']>;
  /** What a special's countdown counts to, ascending. */
  changesAt: Array<Scalars['Instant']['output']>;
};

export type Artist = {
  id: Scalars['ID']['output'];
  slug: Scalars['String']['output'];
  name: Scalars['String']['output'];
  displayName: Scalars['String']['output'];
  subtitle?: Maybe<Scalars['String']['output']>;
  abstract?: Maybe<Scalars['String']['output']>;
  description?: Maybe<Scalars['String']['output']>;
  landscapeImage?: Maybe<Image>;
  squareImage?: Maybe<Image>;
  ticketImage?: Maybe<Image>;
  /** Where the list of artists features it: left, right. */
  featured: Array<Scalars['String']['output']>;
  sortOrderTicketTopLeft?: Maybe<Scalars['Int']['output']>;
  sortOrderTicketTopRight?: Maybe<Scalars['Int']['output']>;
  categories: Array<Category>;
  products: Array<Product>;
  events: Array<Event>;
  /** The artist's page; in another band's shop the artist's own shop, or the page in the main shop. */
  href: Scalars['String']['output'];
  /** The artist's own shop, where it has one and this is another. */
  shopHref?: Maybe<Scalars['String']['output']>;
};


export type ArtistProductsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};

export type Product = {
  id: Scalars['ID']['output'];
  slug: Scalars['String']['output'];
  type: Scalars['String']['output'];
  name: Scalars['String']['output'];
  /** Artist, type, name and colour, as titles show it. */
  descriptiveName: Scalars['String']['output'];
  productType: Scalars['String']['output'];
  color?: Maybe<Scalars['String']['output']>;
  artist?: Maybe<Artist>;
  description: Scalars['String']['output'];
  priceCents: Scalars['Cents']['output'];
  originalPriceCents?: Maybe<Scalars['Cents']['output']>;
  /** The lowest price of the last 30 days, where a price is struck (PAngV § 11). */
  lowestPriceCents?: Maybe<Scalars['Cents']['output']>;
  vatBasisPoints: Scalars['Int']['output'];
  available: Scalars['Boolean']['output'];
  cartLimit: Scalars['Int']['output'];
  publicShippableFromAt?: Maybe<Scalars['Instant']['output']>;
  shippingRequirements: Array<Scalars['String']['output']>;
  images: Array<ProductImage>;
  overlayDetailImage?: Maybe<Image>;
  overlayListingImage?: Maybe<Image>;
  /** As plain text, for lists. */
  soldOutMessage?: Maybe<Scalars['String']['output']>;
  /** The same as sanitised HTML: what stands under the button of what cannot be had. */
  errorText?: Maybe<Scalars['String']['output']>;
  select: Scalars['Boolean']['output'];
  details?: Maybe<InfoBlock>;
  additionalInformation?: Maybe<InfoBlock>;
  containerFormat?: Maybe<Scalars['String']['output']>;
  gtin?: Maybe<Scalars['String']['output']>;
  brand?: Maybe<Scalars['String']['output']>;
  manufacturer?: Maybe<Scalars['Json']['output']>;
  hidden: Scalars['Boolean']['output'];
  meta: Scalars['Json']['output'];
  variants: Array<Variant>;
  bundle?: Maybe<Bundle>;
  categories: Array<Category>;
  related: Array<Product>;
  href: Scalars['String']['output'];
};

export type ProductImage = {
  image: Image;
  order: Scalars['Int']['output'];
  tags: Array<Scalars['String']['output']>;
};

export type InfoBlock = {
  title: Scalars['String']['output'];
  description: Scalars['String']['output'];
};

export type Variant = {
  id: Scalars['ID']['output'];
  sku: Scalars['String']['output'];
  description: Scalars['String']['output'];
  /** The part after the pipe. */
  subline?: Maybe<Scalars['String']['output']>;
  order: Scalars['Int']['output'];
  priceCents: Scalars['Cents']['output'];
  additionalPriceCents: Scalars['Cents']['output'];
  available: Scalars['Boolean']['output'];
  /** At most nine are told; null where there is no count. */
  left?: Maybe<Scalars['Int']['output']>;
  message?: Maybe<Scalars['String']['output']>;
  physical: Scalars['Boolean']['output'];
  active: Scalars['Boolean']['output'];
  pricingCategoryId?: Maybe<Scalars['ID']['output']>;
};

export type Bundle = {
  commonItems: Array<BundlePart>;
  combinations: Array<BundleCombination>;
  additionalProducts: Array<BundlePart>;
  additionalProductGroup: Array<BundlePart>;
  originalPriceCents?: Maybe<Scalars['Cents']['output']>;
};

export type BundlePart = {
  product?: Maybe<Product>;
  event?: Maybe<Event>;
  variantIds: Array<Scalars['ID']['output']>;
};

export type BundleCombination = {
  id: Scalars['ID']['output'];
  optionName: Scalars['String']['output'];
  tourName?: Maybe<Scalars['String']['output']>;
  additionalPriceCents: Scalars['Cents']['output'];
  available: Scalars['Boolean']['output'];
  soldOutMessage?: Maybe<Scalars['String']['output']>;
  parts: Array<BundlePart>;
};

export type ProductConnection = {
  category?: Maybe<Category>;
  nodes: Array<Product>;
  pageInfo: PageInfo;
};

export type SearchResult = {
  artists: Array<Artist>;
  products: Array<Product>;
  productsMoreAfter?: Maybe<Scalars['String']['output']>;
  events: Array<Event>;
  eventsMoreAfter?: Maybe<Scalars['String']['output']>;
  /** Nothing was found as typed: these are results for the nearest known words. */
  corrected: Scalars['Boolean']['output'];
};

export type PresaleCode = {
  validFromAt: Scalars['Instant']['output'];
  /** The number of the pricing category it opens; null opens all. */
  category?: Maybe<Scalars['Int']['output']>;
};

export type EventConnection = {
  nodes: Array<Event>;
  pageInfo: PageInfo;
};

export type Venue = {
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  address: Scalars['String']['output'];
  city: Scalars['String']['output'];
  postCode: Scalars['String']['output'];
  countryCode: Scalars['String']['output'];
  timeZone: Scalars['String']['output'];
};

export type Tour = {
  id: Scalars['ID']['output'];
  slug: Scalars['String']['output'];
  name: Scalars['String']['output'];
  subtitle?: Maybe<Scalars['String']['output']>;
  description: Scalars['String']['output'];
  artistNames: Scalars['String']['output'];
  ticketImage?: Maybe<Image>;
  startAt: Scalars['Instant']['output'];
  /** The catalogue's end, or where it gives none the last concert's start; null where there is no concert. */
  endAt?: Maybe<Scalars['Instant']['output']>;
  sortOrderHomepage?: Maybe<Scalars['Int']['output']>;
  sortOrderTicketTopLeft?: Maybe<Scalars['Int']['output']>;
  sortOrderTicketTopRight?: Maybe<Scalars['Int']['output']>;
  sortOrderTicketBottom?: Maybe<Scalars['Int']['output']>;
  artists: Array<Artist>;
  events: Array<Event>;
};

export type Event = {
  id: Scalars['ID']['output'];
  slug: Scalars['String']['output'];
  status: Scalars['String']['output'];
  name: Scalars['String']['output'];
  descriptiveName: Scalars['String']['output'];
  description: Scalars['String']['output'];
  htmlDetails?: Maybe<Scalars['String']['output']>;
  artist: Artist;
  artists: Array<Artist>;
  relatedArtists: Array<Artist>;
  image?: Maybe<Image>;
  happeningFromAt: Scalars['Instant']['output'];
  happeningUntilAt?: Maybe<Scalars['Instant']['output']>;
  doorAt?: Maybe<Scalars['Instant']['output']>;
  stageAt?: Maybe<Scalars['Instant']['output']>;
  presaleAt: Scalars['Instant']['output'];
  /** From when presale codes open tickets before that; null where there are none. */
  presaleCodesFrom?: Maybe<Scalars['Instant']['output']>;
  salesEndAt: Scalars['Instant']['output'];
  /** Lowest and highest price of variants above 0. */
  lowestPriceCents?: Maybe<Scalars['Cents']['output']>;
  highestPriceCents?: Maybe<Scalars['Cents']['output']>;
  venue: Venue;
  /** Where the seat map's JSON is; null without one. */
  seatmapUrl?: Maybe<Scalars['String']['output']>;
  displayMap: Scalars['Boolean']['output'];
  cartLimit: Scalars['Int']['output'];
  holdSeconds: Scalars['Int']['output'];
  soldOutMessage?: Maybe<Scalars['String']['output']>;
  kulturpassUrl?: Maybe<Scalars['String']['output']>;
  personalizationRequirement: Scalars['String']['output'];
  localOrganizer?: Maybe<Scalars['String']['output']>;
  owningCompanyAddress?: Maybe<Scalars['Json']['output']>;
  checkInStartAt: Scalars['Instant']['output'];
  checkInEndAt: Scalars['Instant']['output'];
  tours: Array<TourLink>;
  pricingCategories: Array<PricingCategory>;
  meta: Scalars['Json']['output'];
  related: Array<Product>;
  /** What the minicart offers beside its tickets (`minicart_related_item_slugs`). */
  minicartRelated: Array<Product>;
  href: Scalars['String']['output'];
};

export type TourLink = {
  slug: Scalars['String']['output'];
  name: Scalars['String']['output'];
};

export type PricingCategory = {
  id: Scalars['ID']['output'];
  /** The number its seats bear in the seat map. */
  number: Scalars['Int']['output'];
  name: Scalars['String']['output'];
  mapColor: Scalars['String']['output'];
  expanded: Scalars['Boolean']['output'];
  hideButtons: Scalars['Boolean']['output'];
  section?: Maybe<Scalars['String']['output']>;
  variants: Array<TicketVariant>;
  /** Sections without seats that sell by amount. */
  sections: Array<TicketSection>;
};

export type TicketVariant = {
  id: Scalars['ID']['output'];
  description: Scalars['String']['output'];
  priceCents: Scalars['Cents']['output'];
  order: Scalars['Int']['output'];
  physical: Scalars['Boolean']['output'];
  active: Scalars['Boolean']['output'];
};

export type TicketSection = {
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  capacity: Scalars['Int']['output'];
};

export type SeatAvailability = {
  eventId: Scalars['ID']['output'];
  version: Scalars['String']['output'];
  seatIds: Array<Scalars['ID']['output']>;
  sections: Array<SectionAvailability>;
  /** Seats and places left by pricing category number. */
  categories: Array<CategoryAvailability>;
};

export type SectionAvailability = {
  sectionId: Scalars['ID']['output'];
  left: Scalars['Int']['output'];
};

export type CategoryAvailability = {
  number: Scalars['Int']['output'];
  left: Scalars['Int']['output'];
};

export type StripePayment = {
  externalPaymentId: Scalars['ID']['output'];
  /** The provider's page, where the browser goes next. */
  externalPaymentUrl: Scalars['String']['output'];
};

export type Order = {
  id: Scalars['ID']['output'];
  reference: Scalars['String']['output'];
  status: Scalars['String']['output'];
  countryCode: Scalars['String']['output'];
  email: Scalars['String']['output'];
  paymentMethod: Scalars['String']['output'];
  paymentMethodName: Scalars['String']['output'];
  shippingName: Scalars['String']['output'];
  subtotalCents: Scalars['Cents']['output'];
  shippingCents: Scalars['Cents']['output'];
  voucherCents: Scalars['Cents']['output'];
  totalCents: Scalars['Cents']['output'];
  /** Still to be paid. */
  balanceCents: Scalars['Cents']['output'];
  vatCents: Scalars['Cents']['output'];
  placedAt: Scalars['Instant']['output'];
  dueAt: Scalars['Instant']['output'];
  /** An event of its tickets is called off: there is nothing more to pay. */
  hasCancelledEvent: Scalars['Boolean']['output'];
  paidAt?: Maybe<Scalars['Instant']['output']>;
  shippingAddress: Scalars['Json']['output'];
  billingAddress: Scalars['Json']['output'];
  items: Array<OrderItem>;
  bankTransfer?: Maybe<BankTransfer>;
  paymentMethods: Array<PaymentMethod>;
};

export type BankTransfer = {
  accountHolder: Scalars['String']['output'];
  iban: Scalars['String']['output'];
  bic: Scalars['String']['output'];
  bankName: Scalars['String']['output'];
  /** What the transfer must bear. */
  reference: Scalars['String']['output'];
  amountCents: Scalars['Cents']['output'];
  /** EPC QR code's text, drawn by the browser. */
  giroCode: Scalars['String']['output'];
};

export type OrderItem = {
  id: Scalars['ID']['output'];
  type: Scalars['String']['output'];
  descriptiveName: Scalars['String']['output'];
  variantName: Scalars['String']['output'];
  amount: Scalars['Int']['output'];
  unitCents: Scalars['Cents']['output'];
  totalCents: Scalars['Cents']['output'];
  invalidated: Scalars['Boolean']['output'];
  productVariantId: Scalars['ID']['output'];
  seat?: Maybe<Seat>;
  personalIdentifier?: Maybe<Scalars['String']['output']>;
};

export type Suggestion = {
  title: Scalars['String']['output'];
  /** What tells it from its like: day and place of an event, artist and kind of a product. */
  detail?: Maybe<Scalars['String']['output']>;
  /** artist, tour, event, product or category */
  tag: Scalars['String']['output'];
  /** In this shop, or in another one where external. */
  href: Scalars['String']['output'];
  imageUrl?: Maybe<Scalars['String']['output']>;
  external: Scalars['Boolean']['output'];
};



export type ResolverTypeWrapper<T> = Promise<T> | T;


export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;





/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Instant: ResolverTypeWrapper<Scalars['Instant']['output']>;
  Cents: ResolverTypeWrapper<Scalars['Cents']['output']>;
  Json: ResolverTypeWrapper<Scalars['Json']['output']>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Shop: ResolverTypeWrapper<Omit<Shop, 'artist'> & { artist?: Maybe<ResolversTypes['Artist']> }>;
  BandShop: ResolverTypeWrapper<BandShop>;
  Session: ResolverTypeWrapper<Session>;
  Queue: ResolverTypeWrapper<Queue>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  Image: ResolverTypeWrapper<Image>;
  NewsItem: ResolverTypeWrapper<NewsItem>;
  Home: ResolverTypeWrapper<Omit<Home, 'tours' | 'sections' | 'events' | 'artists'> & { tours: Array<ResolversTypes['Tour']>, sections: Array<ResolversTypes['HomeSection']>, events: Array<ResolversTypes['Event']>, artists: Array<ResolversTypes['Artist']> }>;
  HomeSection: ResolverTypeWrapper<Omit<HomeSection, 'category' | 'products'> & { category: ResolversTypes['Category'], products: Array<ResolversTypes['Product']> }>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  AddItemsInput: AddItemsInput;
  AddItemRequest: AddItemRequest;
  CartPayload: ResolverTypeWrapper<CartPayload>;
  CartItemPayload: ResolverTypeWrapper<CartItemPayload>;
  Cart: ResolverTypeWrapper<Cart>;
  CartItem: ResolverTypeWrapper<CartItem>;
  Seat: ResolverTypeWrapper<Seat>;
  ShippingMethod: ResolverTypeWrapper<ShippingMethod>;
  PaymentMethod: ResolverTypeWrapper<PaymentMethod>;
  Country: ResolverTypeWrapper<Country>;
  AddressInput: AddressInput;
  PlaceOrderInput: PlaceOrderInput;
  PlaceOrderPayload: ResolverTypeWrapper<PlaceOrderPayload>;
  PlacedCart: ResolverTypeWrapper<PlacedCart>;
  Category: ResolverTypeWrapper<CategoryModel>;
  Artist: ResolverTypeWrapper<ArtistModel>;
  Product: ResolverTypeWrapper<ProductModel>;
  ProductImage: ResolverTypeWrapper<ProductImage>;
  InfoBlock: ResolverTypeWrapper<InfoBlock>;
  Variant: ResolverTypeWrapper<Variant>;
  Bundle: ResolverTypeWrapper<BundleModel>;
  BundlePart: ResolverTypeWrapper<BundlePartModel>;
  BundleCombination: ResolverTypeWrapper<Omit<BundleCombination, 'parts'> & { parts: Array<ResolversTypes['BundlePart']> }>;
  ProductConnection: ResolverTypeWrapper<Omit<ProductConnection, 'category' | 'nodes'> & { category?: Maybe<ResolversTypes['Category']>, nodes: Array<ResolversTypes['Product']> }>;
  SearchResult: ResolverTypeWrapper<Omit<SearchResult, 'artists' | 'products' | 'events'> & { artists: Array<ResolversTypes['Artist']>, products: Array<ResolversTypes['Product']>, events: Array<ResolversTypes['Event']> }>;
  PresaleCode: ResolverTypeWrapper<PresaleCode>;
  EventConnection: ResolverTypeWrapper<Omit<EventConnection, 'nodes'> & { nodes: Array<ResolversTypes['Event']> }>;
  Venue: ResolverTypeWrapper<Venue>;
  Tour: ResolverTypeWrapper<TourModel>;
  Event: ResolverTypeWrapper<EventModel>;
  TourLink: ResolverTypeWrapper<TourLink>;
  PricingCategory: ResolverTypeWrapper<PricingCategory>;
  TicketVariant: ResolverTypeWrapper<TicketVariant>;
  TicketSection: ResolverTypeWrapper<TicketSection>;
  SeatAvailability: ResolverTypeWrapper<SeatAvailability>;
  SectionAvailability: ResolverTypeWrapper<SectionAvailability>;
  CategoryAvailability: ResolverTypeWrapper<CategoryAvailability>;
  StripePayment: ResolverTypeWrapper<StripePayment>;
  Order: ResolverTypeWrapper<Order>;
  BankTransfer: ResolverTypeWrapper<BankTransfer>;
  OrderItem: ResolverTypeWrapper<OrderItem>;
  Suggestion: ResolverTypeWrapper<Suggestion>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Instant: Scalars['Instant']['output'];
  Cents: Scalars['Cents']['output'];
  Json: Scalars['Json']['output'];
  Query: Record<PropertyKey, never>;
  Boolean: Scalars['Boolean']['output'];
  ID: Scalars['ID']['output'];
  String: Scalars['String']['output'];
  Int: Scalars['Int']['output'];
  Mutation: Record<PropertyKey, never>;
  Shop: Omit<Shop, 'artist'> & { artist?: Maybe<ResolversParentTypes['Artist']> };
  BandShop: BandShop;
  Session: Session;
  Queue: Queue;
  Float: Scalars['Float']['output'];
  Image: Image;
  NewsItem: NewsItem;
  Home: Omit<Home, 'tours' | 'sections' | 'events' | 'artists'> & { tours: Array<ResolversParentTypes['Tour']>, sections: Array<ResolversParentTypes['HomeSection']>, events: Array<ResolversParentTypes['Event']>, artists: Array<ResolversParentTypes['Artist']> };
  HomeSection: Omit<HomeSection, 'category' | 'products'> & { category: ResolversParentTypes['Category'], products: Array<ResolversParentTypes['Product']> };
  PageInfo: PageInfo;
  AddItemsInput: AddItemsInput;
  AddItemRequest: AddItemRequest;
  CartPayload: CartPayload;
  CartItemPayload: CartItemPayload;
  Cart: Cart;
  CartItem: CartItem;
  Seat: Seat;
  ShippingMethod: ShippingMethod;
  PaymentMethod: PaymentMethod;
  Country: Country;
  AddressInput: AddressInput;
  PlaceOrderInput: PlaceOrderInput;
  PlaceOrderPayload: PlaceOrderPayload;
  PlacedCart: PlacedCart;
  Category: CategoryModel;
  Artist: ArtistModel;
  Product: ProductModel;
  ProductImage: ProductImage;
  InfoBlock: InfoBlock;
  Variant: Variant;
  Bundle: BundleModel;
  BundlePart: BundlePartModel;
  BundleCombination: Omit<BundleCombination, 'parts'> & { parts: Array<ResolversParentTypes['BundlePart']> };
  ProductConnection: Omit<ProductConnection, 'category' | 'nodes'> & { category?: Maybe<ResolversParentTypes['Category']>, nodes: Array<ResolversParentTypes['Product']> };
  SearchResult: Omit<SearchResult, 'artists' | 'products' | 'events'> & { artists: Array<ResolversParentTypes['Artist']>, products: Array<ResolversParentTypes['Product']>, events: Array<ResolversParentTypes['Event']> };
  PresaleCode: PresaleCode;
  EventConnection: Omit<EventConnection, 'nodes'> & { nodes: Array<ResolversParentTypes['Event']> };
  Venue: Venue;
  Tour: TourModel;
  Event: EventModel;
  TourLink: TourLink;
  PricingCategory: PricingCategory;
  TicketVariant: TicketVariant;
  TicketSection: TicketSection;
  SeatAvailability: SeatAvailability;
  SectionAvailability: SectionAvailability;
  CategoryAvailability: CategoryAvailability;
  StripePayment: StripePayment;
  Order: Order;
  BankTransfer: BankTransfer;
  OrderItem: OrderItem;
  Suggestion: Suggestion;
};

export interface InstantScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Instant'], any> {
  name: 'Instant';
}

export interface CentsScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Cents'], any> {
  name: 'Cents';
}

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Json'], any> {
  name: 'Json';
}

export type QueryResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  shop?: Resolver<ResolversTypes['Shop'], ParentType, ContextType>;
  home?: Resolver<ResolversTypes['Home'], ParentType, ContextType>;
  discountsOpen?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  cart?: Resolver<ResolversTypes['Cart'], ParentType, ContextType>;
  session?: Resolver<ResolversTypes['Session'], ParentType, ContextType, Partial<QuerySessionArgs>>;
  shippingMethods?: Resolver<Array<ResolversTypes['ShippingMethod']>, ParentType, ContextType, RequireFields<QueryShippingMethodsArgs, 'countryCode'>>;
  paymentMethods?: Resolver<Array<ResolversTypes['PaymentMethod']>, ParentType, ContextType>;
  shippingCountries?: Resolver<Array<ResolversTypes['Country']>, ParentType, ContextType>;
  categories?: Resolver<Array<ResolversTypes['Category']>, ParentType, ContextType>;
  category?: Resolver<Maybe<ResolversTypes['Category']>, ParentType, ContextType, RequireFields<QueryCategoryArgs, 'slug'>>;
  categoryProducts?: Resolver<ResolversTypes['ProductConnection'], ParentType, ContextType, RequireFields<QueryCategoryProductsArgs, 'slug'>>;
  artists?: Resolver<Array<ResolversTypes['Artist']>, ParentType, ContextType>;
  artist?: Resolver<Maybe<ResolversTypes['Artist']>, ParentType, ContextType, RequireFields<QueryArtistArgs, 'slug'>>;
  product?: Resolver<Maybe<ResolversTypes['Product']>, ParentType, ContextType, RequireFields<QueryProductArgs, 'slug'>>;
  productsBySlugs?: Resolver<Array<ResolversTypes['Product']>, ParentType, ContextType, RequireFields<QueryProductsBySlugsArgs, 'slugs'>>;
  search?: Resolver<ResolversTypes['SearchResult'], ParentType, ContextType, RequireFields<QuerySearchArgs, 'terms'>>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType, RequireFields<QueryEventArgs, 'slug'>>;
  events?: Resolver<ResolversTypes['EventConnection'], ParentType, ContextType, Partial<QueryEventsArgs>>;
  tours?: Resolver<Array<ResolversTypes['Tour']>, ParentType, ContextType>;
  tour?: Resolver<Maybe<ResolversTypes['Tour']>, ParentType, ContextType, RequireFields<QueryTourArgs, 'slug'>>;
  availableSeatIds?: Resolver<ResolversTypes['SeatAvailability'], ParentType, ContextType, RequireFields<QueryAvailableSeatIdsArgs, 'eventId'>>;
  presaleCode?: Resolver<ResolversTypes['PresaleCode'], ParentType, ContextType, RequireFields<QueryPresaleCodeArgs, 'eventId' | 'code'>>;
  order?: Resolver<Maybe<ResolversTypes['Order']>, ParentType, ContextType, RequireFields<QueryOrderArgs, 'orderId' | 'reference'>>;
  suggestionIndex?: Resolver<Array<ResolversTypes['Suggestion']>, ParentType, ContextType>;
};

export type MutationResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  heartbeat?: Resolver<ResolversTypes['Session'], ParentType, ContextType>;
  resumeSession?: Resolver<ResolversTypes['Cart'], ParentType, ContextType, RequireFields<MutationResumeSessionArgs, 'id'>>;
  openDiscounts?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationOpenDiscountsArgs, 'code'>>;
  logActivity?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationLogActivityArgs, 'action'>>;
  addItems?: Resolver<ResolversTypes['CartPayload'], ParentType, ContextType, RequireFields<MutationAddItemsArgs, 'input'>>;
  removeItem?: Resolver<ResolversTypes['CartPayload'], ParentType, ContextType, RequireFields<MutationRemoveItemArgs, 'itemId' | 'clientMutationId'>>;
  changeAmount?: Resolver<ResolversTypes['CartPayload'], ParentType, ContextType, RequireFields<MutationChangeAmountArgs, 'itemId' | 'amount' | 'clientMutationId'>>;
  extendReservation?: Resolver<ResolversTypes['CartPayload'], ParentType, ContextType, RequireFields<MutationExtendReservationArgs, 'clientMutationId'>>;
  changeCountry?: Resolver<ResolversTypes['CartPayload'], ParentType, ContextType, RequireFields<MutationChangeCountryArgs, 'countryCode' | 'clientMutationId'>>;
  updatePersonalIdentifier?: Resolver<ResolversTypes['CartItemPayload'], ParentType, ContextType, RequireFields<MutationUpdatePersonalIdentifierArgs, 'itemId' | 'personalIdentifier' | 'clientMutationId'>>;
  placeOrder?: Resolver<ResolversTypes['PlaceOrderPayload'], ParentType, ContextType, RequireFields<MutationPlaceOrderArgs, 'input'>>;
  subscribeNewsletter?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationSubscribeNewsletterArgs, 'email' | 'acceptsTerms' | 'lists'>>;
  confirmOrderPayment?: Resolver<ResolversTypes['Order'], ParentType, ContextType, RequireFields<MutationConfirmOrderPaymentArgs, 'orderId' | 'reference'>>;
  createStripePayment?: Resolver<ResolversTypes['StripePayment'], ParentType, ContextType, RequireFields<MutationCreateStripePaymentArgs, 'orderId' | 'reference' | 'successUrl' | 'cancelUrl'>>;
  updatePreferredPaymentMethod?: Resolver<ResolversTypes['Order'], ParentType, ContextType, RequireFields<MutationUpdatePreferredPaymentMethodArgs, 'orderId' | 'reference' | 'preferredPaymentMethod'>>;
};

export type ShopResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['Shop'] = ResolversParentTypes['Shop']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  domain?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  basePath?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  defaultLocale?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  isBand?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasCustomDomain?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  orderMergingAllowed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  paymentBlacklist?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  meta?: Resolver<ResolversTypes['Json'], ParentType, ContextType>;
  artist?: Resolver<Maybe<ResolversTypes['Artist']>, ParentType, ContextType>;
  bandShops?: Resolver<Array<ResolversTypes['BandShop']>, ParentType, ContextType>;
};

export type BandShopResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['BandShop'] = ResolversParentTypes['BandShop']> = {
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  href?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SessionResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['Session'] = ResolversParentTypes['Session']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['Instant'], ParentType, ContextType>;
  waitingIndex?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  catalogWaitingIndex?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  queue?: Resolver<Maybe<ResolversTypes['Queue']>, ParentType, ContextType>;
};

export type QueueResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['Queue'] = ResolversParentTypes['Queue']> = {
  scope?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  room?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  phase?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  placeId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  opensAt?: Resolver<ResolversTypes['Instant'], ParentType, ContextType>;
  eventName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  isSoldOut?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  ticketsLeft?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  isCalled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  ahead?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  waitSeconds?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  total?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  seedHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  pollAfterSeconds?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  checkKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  isLimited?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ImageResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['Image'] = ResolversParentTypes['Image']> = {
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  width?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  height?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  widths?: Resolver<Array<ResolversTypes['Int']>, ParentType, ContextType>;
  thumbhash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  alt?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type NewsItemResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['NewsItem'] = ResolversParentTypes['NewsItem']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  image?: Resolver<Maybe<ResolversTypes['Image']>, ParentType, ContextType>;
  inverse?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  category?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type HomeResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['Home'] = ResolversParentTypes['Home']> = {
  promo?: Resolver<Array<ResolversTypes['NewsItem']>, ParentType, ContextType>;
  hotNews?: Resolver<Array<ResolversTypes['NewsItem']>, ParentType, ContextType>;
  news?: Resolver<Array<ResolversTypes['NewsItem']>, ParentType, ContextType>;
  tours?: Resolver<Array<ResolversTypes['Tour']>, ParentType, ContextType>;
  sections?: Resolver<Array<ResolversTypes['HomeSection']>, ParentType, ContextType>;
  events?: Resolver<Array<ResolversTypes['Event']>, ParentType, ContextType>;
  artists?: Resolver<Array<ResolversTypes['Artist']>, ParentType, ContextType>;
};

export type HomeSectionResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['HomeSection'] = ResolversParentTypes['HomeSection']> = {
  category?: Resolver<ResolversTypes['Category'], ParentType, ContextType>;
  products?: Resolver<Array<ResolversTypes['Product']>, ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type CartPayloadResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['CartPayload'] = ResolversParentTypes['CartPayload']> = {
  cart?: Resolver<ResolversTypes['Cart'], ParentType, ContextType>;
  shifted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  clientMutationId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CartItemPayloadResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['CartItemPayload'] = ResolversParentTypes['CartItemPayload']> = {
  cartItem?: Resolver<ResolversTypes['CartItem'], ParentType, ContextType>;
  clientMutationId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CartResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['Cart'] = ResolversParentTypes['Cart']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  reference?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  countryCode?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  items?: Resolver<Array<ResolversTypes['CartItem']>, ParentType, ContextType>;
  totalCents?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  originalTotalCents?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  voucherCents?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  containsTickets?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  containsOnlineTickets?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  physical?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  mergeable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  ageRestricted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  validUntil?: Resolver<Maybe<ResolversTypes['Instant']>, ParentType, ContextType>;
  serverNow?: Resolver<ResolversTypes['Instant'], ParentType, ContextType>;
  shippableFrom?: Resolver<Maybe<ResolversTypes['Instant']>, ParentType, ContextType>;
  shippableFromUntil?: Resolver<Maybe<ResolversTypes['Instant']>, ParentType, ContextType>;
};

export type CartItemResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['CartItem'] = ResolversParentTypes['CartItem']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  itemIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  productId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  eventId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  productVariantId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  productSlug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  productName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  productType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  productColor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  variantName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  artistName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  image?: Resolver<Maybe<ResolversTypes['Image']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  cartLimit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unitCents?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  totalCents?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  totalSumCents?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  seat?: Resolver<Maybe<ResolversTypes['Seat']>, ParentType, ContextType>;
  seatId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  happeningFromAt?: Resolver<Maybe<ResolversTypes['Instant']>, ParentType, ContextType>;
  timeZone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  venueName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  bundledItemIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  bundled?: Resolver<Array<ResolversTypes['CartItem']>, ParentType, ContextType>;
  personalIdentifier?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  personalizationRequirement?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  follows?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  personalised?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  physical?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  fixedAmount?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  available?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  href?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  voucherCents?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
};

export type SeatResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['Seat'] = ResolversParentTypes['Seat']> = {
  sectionId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  sectionName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  row?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ShippingMethodResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['ShippingMethod'] = ResolversParentTypes['ShippingMethod']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  priceCents?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
};

export type PaymentMethodResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['PaymentMethod'] = ResolversParentTypes['PaymentMethod']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  extraChargeCents?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
};

export type CountryResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['Country'] = ResolversParentTypes['Country']> = {
  countryCode?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  eu?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type PlaceOrderPayloadResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['PlaceOrderPayload'] = ResolversParentTypes['PlaceOrderPayload']> = {
  cart?: Resolver<ResolversTypes['PlacedCart'], ParentType, ContextType>;
  clientMutationId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PlacedCartResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['PlacedCart'] = ResolversParentTypes['PlacedCart']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  reference?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  totalCents?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CategoryResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['Category'] = ResolversParentTypes['Category']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  subtitle?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  landscapeImage?: Resolver<Maybe<ResolversTypes['Image']>, ParentType, ContextType>;
  squareImage?: Resolver<Maybe<ResolversTypes['Image']>, ParentType, ContextType>;
  ticketImage?: Resolver<Maybe<ResolversTypes['Image']>, ParentType, ContextType>;
  mainCategory?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  featured?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  teaser?: Resolver<Array<ResolversTypes['Product']>, ParentType, ContextType>;
  special?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  changesAt?: Resolver<Array<ResolversTypes['Instant']>, ParentType, ContextType>;
};

export type ArtistResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['Artist'] = ResolversParentTypes['Artist']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  displayName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subtitle?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  abstract?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  landscapeImage?: Resolver<Maybe<ResolversTypes['Image']>, ParentType, ContextType>;
  squareImage?: Resolver<Maybe<ResolversTypes['Image']>, ParentType, ContextType>;
  ticketImage?: Resolver<Maybe<ResolversTypes['Image']>, ParentType, ContextType>;
  featured?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  sortOrderTicketTopLeft?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  sortOrderTicketTopRight?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  categories?: Resolver<Array<ResolversTypes['Category']>, ParentType, ContextType>;
  products?: Resolver<Array<ResolversTypes['Product']>, ParentType, ContextType, Partial<ArtistProductsArgs>>;
  events?: Resolver<Array<ResolversTypes['Event']>, ParentType, ContextType>;
  href?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  shopHref?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ProductResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['Product'] = ResolversParentTypes['Product']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  descriptiveName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  productType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  color?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  artist?: Resolver<Maybe<ResolversTypes['Artist']>, ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  priceCents?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  originalPriceCents?: Resolver<Maybe<ResolversTypes['Cents']>, ParentType, ContextType>;
  lowestPriceCents?: Resolver<Maybe<ResolversTypes['Cents']>, ParentType, ContextType>;
  vatBasisPoints?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  available?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  cartLimit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  publicShippableFromAt?: Resolver<Maybe<ResolversTypes['Instant']>, ParentType, ContextType>;
  shippingRequirements?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  images?: Resolver<Array<ResolversTypes['ProductImage']>, ParentType, ContextType>;
  overlayDetailImage?: Resolver<Maybe<ResolversTypes['Image']>, ParentType, ContextType>;
  overlayListingImage?: Resolver<Maybe<ResolversTypes['Image']>, ParentType, ContextType>;
  soldOutMessage?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  errorText?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  select?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  details?: Resolver<Maybe<ResolversTypes['InfoBlock']>, ParentType, ContextType>;
  additionalInformation?: Resolver<Maybe<ResolversTypes['InfoBlock']>, ParentType, ContextType>;
  containerFormat?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  gtin?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  brand?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  manufacturer?: Resolver<Maybe<ResolversTypes['Json']>, ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  meta?: Resolver<ResolversTypes['Json'], ParentType, ContextType>;
  variants?: Resolver<Array<ResolversTypes['Variant']>, ParentType, ContextType>;
  bundle?: Resolver<Maybe<ResolversTypes['Bundle']>, ParentType, ContextType>;
  categories?: Resolver<Array<ResolversTypes['Category']>, ParentType, ContextType>;
  related?: Resolver<Array<ResolversTypes['Product']>, ParentType, ContextType>;
  href?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ProductImageResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['ProductImage'] = ResolversParentTypes['ProductImage']> = {
  image?: Resolver<ResolversTypes['Image'], ParentType, ContextType>;
  order?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type InfoBlockResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['InfoBlock'] = ResolversParentTypes['InfoBlock']> = {
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type VariantResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['Variant'] = ResolversParentTypes['Variant']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  sku?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subline?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  order?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  priceCents?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  additionalPriceCents?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  available?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  left?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  message?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  physical?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  active?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  pricingCategoryId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type BundleResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['Bundle'] = ResolversParentTypes['Bundle']> = {
  commonItems?: Resolver<Array<ResolversTypes['BundlePart']>, ParentType, ContextType>;
  combinations?: Resolver<Array<ResolversTypes['BundleCombination']>, ParentType, ContextType>;
  additionalProducts?: Resolver<Array<ResolversTypes['BundlePart']>, ParentType, ContextType>;
  additionalProductGroup?: Resolver<Array<ResolversTypes['BundlePart']>, ParentType, ContextType>;
  originalPriceCents?: Resolver<Maybe<ResolversTypes['Cents']>, ParentType, ContextType>;
};

export type BundlePartResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['BundlePart'] = ResolversParentTypes['BundlePart']> = {
  product?: Resolver<Maybe<ResolversTypes['Product']>, ParentType, ContextType>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  variantIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type BundleCombinationResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['BundleCombination'] = ResolversParentTypes['BundleCombination']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  optionName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tourName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  additionalPriceCents?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  available?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  soldOutMessage?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  parts?: Resolver<Array<ResolversTypes['BundlePart']>, ParentType, ContextType>;
};

export type ProductConnectionResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['ProductConnection'] = ResolversParentTypes['ProductConnection']> = {
  category?: Resolver<Maybe<ResolversTypes['Category']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Product']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type SearchResultResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['SearchResult'] = ResolversParentTypes['SearchResult']> = {
  artists?: Resolver<Array<ResolversTypes['Artist']>, ParentType, ContextType>;
  products?: Resolver<Array<ResolversTypes['Product']>, ParentType, ContextType>;
  productsMoreAfter?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  events?: Resolver<Array<ResolversTypes['Event']>, ParentType, ContextType>;
  eventsMoreAfter?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  corrected?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type PresaleCodeResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['PresaleCode'] = ResolversParentTypes['PresaleCode']> = {
  validFromAt?: Resolver<ResolversTypes['Instant'], ParentType, ContextType>;
  category?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type EventConnectionResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['EventConnection'] = ResolversParentTypes['EventConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Event']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type VenueResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['Venue'] = ResolversParentTypes['Venue']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  address?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  city?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  postCode?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  countryCode?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  timeZone?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type TourResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['Tour'] = ResolversParentTypes['Tour']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subtitle?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  artistNames?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ticketImage?: Resolver<Maybe<ResolversTypes['Image']>, ParentType, ContextType>;
  startAt?: Resolver<ResolversTypes['Instant'], ParentType, ContextType>;
  endAt?: Resolver<Maybe<ResolversTypes['Instant']>, ParentType, ContextType>;
  sortOrderHomepage?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  sortOrderTicketTopLeft?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  sortOrderTicketTopRight?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  sortOrderTicketBottom?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  artists?: Resolver<Array<ResolversTypes['Artist']>, ParentType, ContextType>;
  events?: Resolver<Array<ResolversTypes['Event']>, ParentType, ContextType>;
};

export type EventResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['Event'] = ResolversParentTypes['Event']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  descriptiveName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  htmlDetails?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  artist?: Resolver<ResolversTypes['Artist'], ParentType, ContextType>;
  artists?: Resolver<Array<ResolversTypes['Artist']>, ParentType, ContextType>;
  relatedArtists?: Resolver<Array<ResolversTypes['Artist']>, ParentType, ContextType>;
  image?: Resolver<Maybe<ResolversTypes['Image']>, ParentType, ContextType>;
  happeningFromAt?: Resolver<ResolversTypes['Instant'], ParentType, ContextType>;
  happeningUntilAt?: Resolver<Maybe<ResolversTypes['Instant']>, ParentType, ContextType>;
  doorAt?: Resolver<Maybe<ResolversTypes['Instant']>, ParentType, ContextType>;
  stageAt?: Resolver<Maybe<ResolversTypes['Instant']>, ParentType, ContextType>;
  presaleAt?: Resolver<ResolversTypes['Instant'], ParentType, ContextType>;
  presaleCodesFrom?: Resolver<Maybe<ResolversTypes['Instant']>, ParentType, ContextType>;
  salesEndAt?: Resolver<ResolversTypes['Instant'], ParentType, ContextType>;
  lowestPriceCents?: Resolver<Maybe<ResolversTypes['Cents']>, ParentType, ContextType>;
  highestPriceCents?: Resolver<Maybe<ResolversTypes['Cents']>, ParentType, ContextType>;
  venue?: Resolver<ResolversTypes['Venue'], ParentType, ContextType>;
  seatmapUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  displayMap?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  cartLimit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  holdSeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  soldOutMessage?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  kulturpassUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  personalizationRequirement?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  localOrganizer?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  owningCompanyAddress?: Resolver<Maybe<ResolversTypes['Json']>, ParentType, ContextType>;
  checkInStartAt?: Resolver<ResolversTypes['Instant'], ParentType, ContextType>;
  checkInEndAt?: Resolver<ResolversTypes['Instant'], ParentType, ContextType>;
  tours?: Resolver<Array<ResolversTypes['TourLink']>, ParentType, ContextType>;
  pricingCategories?: Resolver<Array<ResolversTypes['PricingCategory']>, ParentType, ContextType>;
  meta?: Resolver<ResolversTypes['Json'], ParentType, ContextType>;
  related?: Resolver<Array<ResolversTypes['Product']>, ParentType, ContextType>;
  minicartRelated?: Resolver<Array<ResolversTypes['Product']>, ParentType, ContextType>;
  href?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type TourLinkResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['TourLink'] = ResolversParentTypes['TourLink']> = {
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PricingCategoryResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['PricingCategory'] = ResolversParentTypes['PricingCategory']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  mapColor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expanded?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hideButtons?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  section?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  variants?: Resolver<Array<ResolversTypes['TicketVariant']>, ParentType, ContextType>;
  sections?: Resolver<Array<ResolversTypes['TicketSection']>, ParentType, ContextType>;
};

export type TicketVariantResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['TicketVariant'] = ResolversParentTypes['TicketVariant']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  priceCents?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  order?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  physical?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  active?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type TicketSectionResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['TicketSection'] = ResolversParentTypes['TicketSection']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  capacity?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SeatAvailabilityResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['SeatAvailability'] = ResolversParentTypes['SeatAvailability']> = {
  eventId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  seatIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  sections?: Resolver<Array<ResolversTypes['SectionAvailability']>, ParentType, ContextType>;
  categories?: Resolver<Array<ResolversTypes['CategoryAvailability']>, ParentType, ContextType>;
};

export type SectionAvailabilityResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['SectionAvailability'] = ResolversParentTypes['SectionAvailability']> = {
  sectionId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  left?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type CategoryAvailabilityResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['CategoryAvailability'] = ResolversParentTypes['CategoryAvailability']> = {
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  left?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type StripePaymentResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['StripePayment'] = ResolversParentTypes['StripePayment']> = {
  externalPaymentId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  externalPaymentUrl?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type OrderResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['Order'] = ResolversParentTypes['Order']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  reference?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  countryCode?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  email?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  paymentMethod?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  paymentMethodName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  shippingName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subtotalCents?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  shippingCents?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  voucherCents?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  totalCents?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  balanceCents?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  vatCents?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  placedAt?: Resolver<ResolversTypes['Instant'], ParentType, ContextType>;
  dueAt?: Resolver<ResolversTypes['Instant'], ParentType, ContextType>;
  hasCancelledEvent?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  paidAt?: Resolver<Maybe<ResolversTypes['Instant']>, ParentType, ContextType>;
  shippingAddress?: Resolver<ResolversTypes['Json'], ParentType, ContextType>;
  billingAddress?: Resolver<ResolversTypes['Json'], ParentType, ContextType>;
  items?: Resolver<Array<ResolversTypes['OrderItem']>, ParentType, ContextType>;
  bankTransfer?: Resolver<Maybe<ResolversTypes['BankTransfer']>, ParentType, ContextType>;
  paymentMethods?: Resolver<Array<ResolversTypes['PaymentMethod']>, ParentType, ContextType>;
};

export type BankTransferResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['BankTransfer'] = ResolversParentTypes['BankTransfer']> = {
  accountHolder?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  iban?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  bic?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  bankName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reference?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  amountCents?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  giroCode?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type OrderItemResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['OrderItem'] = ResolversParentTypes['OrderItem']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  descriptiveName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  variantName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unitCents?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  totalCents?: Resolver<ResolversTypes['Cents'], ParentType, ContextType>;
  invalidated?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  productVariantId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  seat?: Resolver<Maybe<ResolversTypes['Seat']>, ParentType, ContextType>;
  personalIdentifier?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type SuggestionResolvers<ContextType = ShopContext, ParentType extends ResolversParentTypes['Suggestion'] = ResolversParentTypes['Suggestion']> = {
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  detail?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tag?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  href?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  imageUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  external?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type Resolvers<ContextType = ShopContext> = {
  Instant?: GraphQLScalarType;
  Cents?: GraphQLScalarType;
  Json?: GraphQLScalarType;
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Shop?: ShopResolvers<ContextType>;
  BandShop?: BandShopResolvers<ContextType>;
  Session?: SessionResolvers<ContextType>;
  Queue?: QueueResolvers<ContextType>;
  Image?: ImageResolvers<ContextType>;
  NewsItem?: NewsItemResolvers<ContextType>;
  Home?: HomeResolvers<ContextType>;
  HomeSection?: HomeSectionResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  CartPayload?: CartPayloadResolvers<ContextType>;
  CartItemPayload?: CartItemPayloadResolvers<ContextType>;
  Cart?: CartResolvers<ContextType>;
  CartItem?: CartItemResolvers<ContextType>;
  Seat?: SeatResolvers<ContextType>;
  ShippingMethod?: ShippingMethodResolvers<ContextType>;
  PaymentMethod?: PaymentMethodResolvers<ContextType>;
  Country?: CountryResolvers<ContextType>;
  PlaceOrderPayload?: PlaceOrderPayloadResolvers<ContextType>;
  PlacedCart?: PlacedCartResolvers<ContextType>;
  Category?: CategoryResolvers<ContextType>;
  Artist?: ArtistResolvers<ContextType>;
  Product?: ProductResolvers<ContextType>;
  ProductImage?: ProductImageResolvers<ContextType>;
  InfoBlock?: InfoBlockResolvers<ContextType>;
  Variant?: VariantResolvers<ContextType>;
  Bundle?: BundleResolvers<ContextType>;
  BundlePart?: BundlePartResolvers<ContextType>;
  BundleCombination?: BundleCombinationResolvers<ContextType>;
  ProductConnection?: ProductConnectionResolvers<ContextType>;
  SearchResult?: SearchResultResolvers<ContextType>;
  PresaleCode?: PresaleCodeResolvers<ContextType>;
  EventConnection?: EventConnectionResolvers<ContextType>;
  Venue?: VenueResolvers<ContextType>;
  Tour?: TourResolvers<ContextType>;
  Event?: EventResolvers<ContextType>;
  TourLink?: TourLinkResolvers<ContextType>;
  PricingCategory?: PricingCategoryResolvers<ContextType>;
  TicketVariant?: TicketVariantResolvers<ContextType>;
  TicketSection?: TicketSectionResolvers<ContextType>;
  SeatAvailability?: SeatAvailabilityResolvers<ContextType>;
  SectionAvailability?: SectionAvailabilityResolvers<ContextType>;
  CategoryAvailability?: CategoryAvailabilityResolvers<ContextType>;
  StripePayment?: StripePaymentResolvers<ContextType>;
  Order?: OrderResolvers<ContextType>;
  BankTransfer?: BankTransferResolvers<ContextType>;
  OrderItem?: OrderItemResolvers<ContextType>;
  Suggestion?: SuggestionResolvers<ContextType>;
};

