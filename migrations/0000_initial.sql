CREATE TABLE `carriers` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`price_cents` integer NOT NULL,
	`country_codes` text NOT NULL,
	`min_weight_grams` integer DEFAULT 0 NOT NULL,
	`max_weight_grams` integer NOT NULL,
	`verifies_age` integer DEFAULT false NOT NULL,
	`tickets_only` integer DEFAULT false NOT NULL,
	`sort_order` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "carriers_price_not_negative" CHECK("carriers"."price_cents" >= 0),
	CONSTRAINT "carriers_weight_range" CHECK("carriers"."min_weight_grams" <= "carriers"."max_weight_grams")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `carriers_slug` ON `carriers` (`slug`);--> statement-breakpoint
CREATE TABLE `categories` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`display_name` text,
	`alternative_names` text DEFAULT '[]' NOT NULL,
	`description` text,
	`subtitle` text,
	`abstract` text,
	`sort_order` integer DEFAULT 0 NOT NULL,
	`main_category` integer DEFAULT false NOT NULL,
	`artist_id` text,
	`landscape_image` text,
	`square_image` text,
	`ticket_image` text,
	`featured` text DEFAULT '[]' NOT NULL,
	`sort_order_ticket_top_left` integer,
	`sort_order_ticket_top_right` integer,
	`sort_order_ticket_bottom` integer,
	`meta` text DEFAULT '{}' NOT NULL,
	CONSTRAINT "categories_type_known" CHECK("categories"."type" in ('CATEGORY', 'ARTIST', 'BRAND', 'LABEL', 'TOUR'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `categories_slug` ON `categories` (`type`,`slug`);--> statement-breakpoint
CREATE INDEX `categories_by_artist` ON `categories` (`artist_id`,`type`,`sort_order`);--> statement-breakpoint
CREATE INDEX `categories_by_type` ON `categories` (`type`,`main_category`,`sort_order`);--> statement-breakpoint
CREATE TABLE `price_history` (
	`variant_id` text NOT NULL,
	`price_cents` integer NOT NULL,
	`since_at` integer NOT NULL,
	PRIMARY KEY(`variant_id`, `since_at`)
);
--> statement-breakpoint
CREATE TABLE `product_categories` (
	`product_id` text NOT NULL,
	`category_id` text NOT NULL,
	`product_order` integer DEFAULT 0 NOT NULL,
	`subcategory_order` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`product_id`, `category_id`),
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `product_categories_in_order` ON `product_categories` (`category_id`,`product_order`,`product_id`);--> statement-breakpoint
CREATE TABLE `products` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`artist_id` text,
	`type` text DEFAULT 'product' NOT NULL,
	`product_type` text NOT NULL,
	`name` text NOT NULL,
	`descriptive_name` text NOT NULL,
	`color` text,
	`description` text NOT NULL,
	`price_cents` integer NOT NULL,
	`original_price_cents` integer,
	`vat_basis_points` integer DEFAULT 1900 NOT NULL,
	`cart_limit` integer DEFAULT 9 NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`hidden` integer DEFAULT false NOT NULL,
	`public_shippable_from_at` integer,
	`shipping_requirements` text DEFAULT '[]' NOT NULL,
	`weight_grams` integer DEFAULT 0 NOT NULL,
	`images` text DEFAULT '[]' NOT NULL,
	`overlay_detail_image` text,
	`overlay_listing_image` text,
	`sold_out_message` text,
	`select` integer DEFAULT false NOT NULL,
	`details` text,
	`additional_information` text,
	`container_format` text,
	`gtin` text,
	`brand` text,
	`manufacturer` text,
	`bundle` text,
	`meta` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`artist_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "products_type_known" CHECK("products"."type" in ('product', 'bundle')),
	CONSTRAINT "products_price_not_negative" CHECK("products"."price_cents" >= 0),
	CONSTRAINT "products_cart_limit" CHECK("products"."cart_limit" between 0 and 1000),
	CONSTRAINT "products_bundle_has_parts" CHECK(("products"."type" = 'bundle') = ("products"."bundle" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `products_slug` ON `products` (`slug`);--> statement-breakpoint
CREATE INDEX `products_by_artist` ON `products` (`artist_id`,`hidden`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `subcategories` (
	`parent_id` text NOT NULL,
	`child_id` text NOT NULL,
	`sort_order` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`parent_id`, `child_id`),
	FOREIGN KEY (`parent_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`child_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `subcategories_by_child` ON `subcategories` (`child_id`);--> statement-breakpoint
CREATE TABLE `variant_stock` (
	`variant_id` text PRIMARY KEY NOT NULL,
	`initial` integer NOT NULL,
	`available` integer NOT NULL,
	FOREIGN KEY (`variant_id`) REFERENCES `variants`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "variant_stock_never_negative" CHECK("variant_stock"."available" >= 0)
);
--> statement-breakpoint
CREATE TABLE `variants` (
	`id` text PRIMARY KEY NOT NULL,
	`product_id` text,
	`event_id` text,
	`pricing_category_id` text,
	`sku` text NOT NULL,
	`description` text NOT NULL,
	`sort_order` integer DEFAULT 0 NOT NULL,
	`price_cents` integer NOT NULL,
	`additional_price_cents` integer DEFAULT 0 NOT NULL,
	`message` text,
	`physical` integer NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`gtin` text,
	`options` text DEFAULT '{}' NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`pricing_category_id`) REFERENCES `pricing_categories`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "variants_of_product_or_event" CHECK(("variants"."product_id" is null) <> ("variants"."event_id" is null)),
	CONSTRAINT "variants_ticket_has_category" CHECK(("variants"."event_id" is null) = ("variants"."pricing_category_id" is null)),
	CONSTRAINT "variants_price_not_negative" CHECK("variants"."price_cents" >= 0)
);
--> statement-breakpoint
CREATE INDEX `variants_by_product` ON `variants` (`product_id`,`sort_order`);--> statement-breakpoint
CREATE INDEX `variants_by_event` ON `variants` (`event_id`,`sort_order`);--> statement-breakpoint
CREATE TABLE `vouchers` (
	`id` text PRIMARY KEY NOT NULL,
	`code_hash` text NOT NULL,
	`shop_id` text,
	`label` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`used_cents` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "vouchers_never_overdrawn" CHECK("vouchers"."used_cents" between 0 and "vouchers"."amount_cents")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `vouchers_code` ON `vouchers` (`code_hash`);--> statement-breakpoint
CREATE TABLE `allotments` (
	`event_id` text NOT NULL,
	`section_id` text NOT NULL,
	`name` text NOT NULL,
	`pricing_category_id` text NOT NULL,
	`capacity` integer NOT NULL,
	`block` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`event_id`, `section_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`pricing_category_id`) REFERENCES `pricing_categories`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "allotments_capacity" CHECK("allotments"."capacity" >= 0)
);
--> statement-breakpoint
CREATE TABLE `event_artists` (
	`event_id` text NOT NULL,
	`artist_id` text NOT NULL,
	`role` text NOT NULL,
	`sort_order` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`event_id`, `artist_id`, `role`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`artist_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "event_artists_role_known" CHECK("event_artists"."role" in ('featured', 'related'))
);
--> statement-breakpoint
CREATE INDEX `event_artists_by_artist` ON `event_artists` (`artist_id`,`role`);--> statement-breakpoint
CREATE TABLE `event_categories` (
	`event_id` text NOT NULL,
	`category_id` text NOT NULL,
	PRIMARY KEY(`event_id`, `category_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `event_categories_by_category` ON `event_categories` (`category_id`,`event_id`);--> statement-breakpoint
CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`artist_id` text NOT NULL,
	`venue_id` text NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`name` text NOT NULL,
	`descriptive_name` text NOT NULL,
	`description` text NOT NULL,
	`html_details` text,
	`image` text,
	`happening_from_at` integer NOT NULL,
	`happening_until_at` integer,
	`door_at` integer,
	`stage_at` integer,
	`presale_at` integer NOT NULL,
	`sales_end_at` integer NOT NULL,
	`seat_map_key` text,
	`seat_plan_key` text NOT NULL,
	`seat_plan_version` integer DEFAULT 0 NOT NULL,
	`block_count` integer DEFAULT 1 NOT NULL,
	`display_map` integer DEFAULT false NOT NULL,
	`cart_limit` integer NOT NULL,
	`hold_seconds` integer DEFAULT 1200 NOT NULL,
	`sold_out_message` text,
	`kulturpass_url` text,
	`personalization_requirement` text DEFAULT 'no_personalization_required' NOT NULL,
	`local_organizer` text,
	`owning_company_address` text,
	`check_in_start_at` integer NOT NULL,
	`check_in_end_at` integer NOT NULL,
	`vat_basis_points` integer DEFAULT 1900 NOT NULL,
	`meta` text DEFAULT '{}' NOT NULL,
	FOREIGN KEY (`artist_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`venue_id`) REFERENCES `venues`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "events_status_known" CHECK("events"."status" in ('active', 'cancelled', 'postponed')),
	CONSTRAINT "events_cart_limit" CHECK("events"."cart_limit" between 1 and 100),
	CONSTRAINT "events_hold_seconds" CHECK("events"."hold_seconds" between 60 and 7200),
	CONSTRAINT "events_blocks" CHECK("events"."block_count" between 1 and 64),
	CONSTRAINT "events_check_in_in_order" CHECK("events"."check_in_start_at" <= "events"."check_in_end_at")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_slug` ON `events` (`slug`);--> statement-breakpoint
CREATE INDEX `events_by_date` ON `events` (`happening_from_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_by_artist` ON `events` (`artist_id`,`happening_from_at`);--> statement-breakpoint
CREATE TABLE `presale_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`pricing_category_id` text,
	`code_hash` text NOT NULL,
	`uses` integer DEFAULT 1 NOT NULL,
	`valid_from_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`pricing_category_id`) REFERENCES `pricing_categories`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "presale_codes_uses" CHECK("presale_codes"."uses" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `presale_codes_code` ON `presale_codes` (`event_id`,`code_hash`);--> statement-breakpoint
CREATE TABLE `pricing_categories` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`number` integer NOT NULL,
	`name` text NOT NULL,
	`map_color` text NOT NULL,
	`sort_order` integer DEFAULT 0 NOT NULL,
	`expanded` integer DEFAULT true NOT NULL,
	`hide_buttons` integer DEFAULT false NOT NULL,
	`section` text,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "pricing_categories_color" CHECK("pricing_categories"."map_color" like '#______' and substr("pricing_categories"."map_color", 2) not glob '*[^0-9a-fA-F]*')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pricing_categories_number` ON `pricing_categories` (`event_id`,`number`);--> statement-breakpoint
CREATE TABLE `section_blocks` (
	`event_id` text NOT NULL,
	`section_id` text NOT NULL,
	`block` integer NOT NULL,
	PRIMARY KEY(`event_id`, `section_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "section_blocks_block" CHECK("section_blocks"."block" between 0 and 63)
);
--> statement-breakpoint
CREATE TABLE `tour_artists` (
	`tour_id` text NOT NULL,
	`artist_id` text NOT NULL,
	`sort_order` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`tour_id`, `artist_id`),
	FOREIGN KEY (`tour_id`) REFERENCES `tours`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`artist_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `tour_artists_by_artist` ON `tour_artists` (`artist_id`);--> statement-breakpoint
CREATE TABLE `tour_events` (
	`tour_id` text NOT NULL,
	`event_id` text NOT NULL,
	PRIMARY KEY(`tour_id`, `event_id`),
	FOREIGN KEY (`tour_id`) REFERENCES `tours`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `tour_events_by_event` ON `tour_events` (`event_id`);--> statement-breakpoint
CREATE TABLE `tours` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`subtitle` text,
	`description` text NOT NULL,
	`artist_names` text NOT NULL,
	`ticket_image` text,
	`start_at` integer NOT NULL,
	`end_at` integer,
	`sort_order_homepage` integer,
	`sort_order_ticket_top_left` integer,
	`sort_order_ticket_top_right` integer,
	`sort_order_ticket_bottom` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tours_slug` ON `tours` (`slug`);--> statement-breakpoint
CREATE INDEX `tours_by_start` ON `tours` (`start_at`);--> statement-breakpoint
CREATE INDEX `tours_on_home` ON `tours` (`sort_order_homepage`);--> statement-breakpoint
CREATE TABLE `venues` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`address` text NOT NULL,
	`city` text NOT NULL,
	`post_code` text NOT NULL,
	`country_code` text NOT NULL,
	`time_zone` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `venues_slug` ON `venues` (`slug`);--> statement-breakpoint
CREATE TABLE `withdrawn_seats` (
	`event_id` text NOT NULL,
	`section_id` text NOT NULL,
	`seat_id` text NOT NULL,
	`capacity` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`event_id`, `section_id`, `seat_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `incidents` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`details` text NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer,
	`resolved_at` integer,
	`accepted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `incidents_once` ON `incidents` (`kind`,`subject_id`);--> statement-breakpoint
CREATE INDEX `incidents_open` ON `incidents` (`resolved_at`,`created_at`);--> statement-breakpoint
CREATE TABLE `job_runs` (
	`job` text PRIMARY KEY NOT NULL,
	`next_run_at` integer NOT NULL,
	`cursor` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `operator_actions` (
	`id` text PRIMARY KEY NOT NULL,
	`happened_at` integer NOT NULL,
	`actor` text NOT NULL,
	`path` text NOT NULL,
	`command` text NOT NULL,
	`status` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `operator_actions_by_time` ON `operator_actions` (`happened_at`);--> statement-breakpoint
CREATE TABLE `order_items` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`position` integer NOT NULL,
	`type` text NOT NULL,
	`variant_id` text NOT NULL,
	`product_id` text,
	`event_id` text,
	`bundle_root_id` text,
	`descriptive_name` text NOT NULL,
	`variant_name` text NOT NULL,
	`amount` integer NOT NULL,
	`unit_cents` integer NOT NULL,
	`total_cents` integer NOT NULL,
	`vat_basis_points` integer NOT NULL,
	`physical` integer NOT NULL,
	`section_id` text,
	`section_name` text,
	`seat_id` text,
	`seat_row` text,
	`seat_number` text,
	`block` integer,
	`personal_identifier` text,
	`presale_code_id` text,
	`voucher_cents` integer DEFAULT 0 NOT NULL,
	`invalidated_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`variant_id`) REFERENCES `variants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`presale_code_id`) REFERENCES `presale_codes`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "order_items_amount" CHECK("order_items"."amount" > 0),
	CONSTRAINT "order_items_total_is_product" CHECK("order_items"."total_cents" = "order_items"."amount" * "order_items"."unit_cents"),
	CONSTRAINT "order_items_seat_is_one" CHECK("order_items"."seat_id" is null or "order_items"."amount" = 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_items_position` ON `order_items` (`order_id`,`position`);--> statement-breakpoint
CREATE INDEX `order_items_by_event` ON `order_items` (`event_id`,`order_id`);--> statement-breakpoint
CREATE INDEX `order_items_of_stock` ON `order_items` (`variant_id`,`order_id`) WHERE event_id is null;--> statement-breakpoint
CREATE INDEX `order_items_by_seat` ON `order_items` (`event_id`,`seat_id`) WHERE seat_id is not null;--> statement-breakpoint
CREATE INDEX `order_items_by_presale_code` ON `order_items` (`presale_code_id`);--> statement-breakpoint
CREATE INDEX `order_items_with_contact_data` ON `order_items` (`event_id`) WHERE personal_identifier is not null;--> statement-breakpoint
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`shop_id` text NOT NULL,
	`cart_id` text NOT NULL,
	`status` text NOT NULL,
	`locale` text NOT NULL,
	`country_code` text NOT NULL,
	`email` text NOT NULL,
	`buyer_key` text DEFAULT '' NOT NULL,
	`network_key` text,
	`delivery_key` text,
	`shipping_address` text NOT NULL,
	`billing_address` text NOT NULL,
	`shipping_method` text NOT NULL,
	`shipping_name` text NOT NULL,
	`payment_method` text NOT NULL,
	`subtotal_cents` integer NOT NULL,
	`shipping_cents` integer NOT NULL,
	`extra_charge_cents` integer DEFAULT 0 NOT NULL,
	`voucher_cents` integer DEFAULT 0 NOT NULL,
	`total_cents` integer NOT NULL,
	`paid_cents` integer DEFAULT 0 NOT NULL,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`vat_cents` integer NOT NULL,
	`newsletter` integer DEFAULT false NOT NULL,
	`ticket_newsletter` integer DEFAULT false NOT NULL,
	`terms_accepted_at` integer NOT NULL,
	`age_confirmed_at` integer,
	`seat_epoch` integer DEFAULT 1 NOT NULL,
	`placed_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`paid_at` integer,
	`cancelled_at` integer,
	`cancel_reason` text,
	`merged_into_id` text,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "orders_status_known" CHECK(status in ('payment_pending', 'processing', 'pending_fulfillment', 'fulfillment', 'done', 'problem', 'cancelled', 'refunded')),
	CONSTRAINT "orders_total_is_sum" CHECK("orders"."total_cents" = "orders"."subtotal_cents" + "orders"."shipping_cents" + "orders"."extra_charge_cents" - "orders"."voucher_cents"),
	CONSTRAINT "orders_total_not_negative" CHECK("orders"."total_cents" >= 0),
	CONSTRAINT "orders_never_overpaid" CHECK("orders"."paid_cents" between 0 and "orders"."total_cents"),
	CONSTRAINT "orders_refund_within_paid" CHECK("orders"."refunded_cents" between 0 and "orders"."paid_cents")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_reference` ON `orders` (`reference`);--> statement-breakpoint
CREATE INDEX `orders_by_buyer` ON `orders` (`buyer_key`,`status`);--> statement-breakpoint
CREATE INDEX `orders_by_network` ON `orders` (`network_key`,`placed_at`) WHERE "orders"."network_key" is not null;--> statement-breakpoint
CREATE INDEX `orders_by_delivery` ON `orders` (`delivery_key`) WHERE "orders"."delivery_key" is not null;--> statement-breakpoint
CREATE INDEX `orders_unpaid` ON `orders` (`status`,`due_at`);--> statement-breakpoint
CREATE INDEX `orders_by_shop` ON `orders` (`shop_id`,`placed_at`);--> statement-breakpoint
CREATE INDEX `orders_cancelled_with_contact_data` ON `orders` (`cancelled_at`) WHERE status = 'cancelled' and email <> '';--> statement-breakpoint
CREATE INDEX `orders_paid_with_contact_data` ON `orders` (`status`,case when paid_at is null then placed_at else paid_at end) WHERE (paid_at is not null or status = 'refunded') and email <> '';--> statement-breakpoint
CREATE INDEX `orders_with_invoice_data` ON `orders` (case when paid_at is null then placed_at else paid_at end) WHERE (paid_at is not null or status = 'refunded') and billing_address ->> 'lastName' <> '';--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`discriminator` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`refusals` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`done_at` integer,
	`dead_at` integer,
	`mail_slot_at` integer,
	`last_error` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_once` ON `outbox` (`kind`,`subject_id`,`discriminator`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`kind`,`next_attempt_at`) WHERE done_at is null and dead_at is null;--> statement-breakpoint
CREATE INDEX `outbox_dead` ON `outbox` (`dead_at`) WHERE done_at is null and dead_at is not null;--> statement-breakpoint
CREATE INDEX `outbox_done` ON `outbox` (`done_at`) WHERE done_at is not null;--> statement-breakpoint
CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`provider` text NOT NULL,
	`method` text NOT NULL,
	`attempt` integer NOT NULL,
	`external_id` text,
	`external_url` text,
	`capture_id` text,
	`card_key` text,
	`status` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`created_at` integer NOT NULL,
	`checked_at` integer NOT NULL,
	`captured_at` integer,
	`expires_at` integer,
	`dispute_id` text,
	`dispute_status` text,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "payments_status_known" CHECK("payments"."status" in ('open', 'captured', 'failed', 'expired', 'refunded')),
	CONSTRAINT "payments_amount" CHECK("payments"."amount_cents" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_attempt` ON `payments` (`order_id`,`attempt`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_external` ON `payments` (`provider`,`external_id`);--> statement-breakpoint
CREATE INDEX `payments_to_check` ON `payments` (`status`,`checked_at`);--> statement-breakpoint
CREATE INDEX `payments_by_capture` ON `payments` (`capture_id`) WHERE capture_id is not null;--> statement-breakpoint
CREATE INDEX `payments_by_card` ON `payments` (`card_key`) WHERE card_key is not null;--> statement-breakpoint
CREATE INDEX `payments_disputed` ON `payments` (`dispute_status`) WHERE dispute_status = 'open';--> statement-breakpoint
CREATE TABLE `provider_events` (
	`id` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`type` text NOT NULL,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `provider_events_by_time` ON `provider_events` (`received_at`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`payment_id` text,
	`reason` text NOT NULL,
	`subject` text DEFAULT '' NOT NULL,
	`attempt` integer DEFAULT 1 NOT NULL,
	`external_id` text,
	`status` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`created_at` integer NOT NULL,
	`checked_at` integer,
	`done_at` integer,
	`failure` text,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_amount" CHECK("refunds"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE INDEX `refunds_open` ON `refunds` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `refunds_by_order` ON `refunds` (`order_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_once` ON `refunds` (`payment_id`,`reason`,`subject`);--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_external` ON `refunds` (`external_id`) WHERE external_id is not null;--> statement-breakpoint
CREATE TABLE `catalogue_sources` (
	`source` text NOT NULL,
	`kind` text NOT NULL,
	`entity_id` text NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`kind`, `entity_id`)
);
--> statement-breakpoint
CREATE INDEX `catalogue_sources_by_source` ON `catalogue_sources` (`source`,`kind`);--> statement-breakpoint
CREATE TABLE `catalogue_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`imported_at` integer NOT NULL,
	`code_check` text,
	CONSTRAINT "catalogue_state_is_one_row" CHECK("catalogue_state"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `news` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`category` text NOT NULL,
	`url` text NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`image` text,
	`inverse` integer DEFAULT false NOT NULL,
	`sort_order` integer DEFAULT 0 NOT NULL,
	`published_at` integer NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "news_category_known" CHECK("news"."category" in ('feature', 'hot', 'regular'))
);
--> statement-breakpoint
CREATE INDEX `news_by_shop` ON `news` (`shop_id`,`category`,`sort_order`);--> statement-breakpoint
CREATE TABLE `redirects` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_id` text,
	`from_path` text NOT NULL,
	`to_path` text NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "redirects_from_is_path" CHECK("redirects"."from_path" like '/%')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `redirects_from` ON `redirects` (`shop_id`,`from_path`);--> statement-breakpoint
CREATE UNIQUE INDEX `redirects_from_everywhere` ON `redirects` (`from_path`) WHERE "redirects"."shop_id" is null;--> statement-breakpoint
CREATE TABLE `shops` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`domain` text,
	`default_locale` text DEFAULT 'de' NOT NULL,
	`is_band` integer NOT NULL,
	`has_custom_domain` integer DEFAULT false NOT NULL,
	`artist_id` text,
	`order_merging_allowed` integer DEFAULT false NOT NULL,
	`payment_blacklist` text DEFAULT '[]' NOT NULL,
	`meta` text DEFAULT '{}' NOT NULL,
	FOREIGN KEY (`artist_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "shops_locale_known" CHECK("shops"."default_locale" in ('de', 'en')),
	CONSTRAINT "shops_domain_lowercase" CHECK("shops"."domain" is null or "shops"."domain" = lower("shops"."domain")),
	CONSTRAINT "shops_custom_domain_has_domain" CHECK("shops"."has_custom_domain" = 0 or "shops"."domain" is not null),
	CONSTRAINT "shops_band_has_artist" CHECK(("shops"."is_band" = 1) = ("shops"."artist_id" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shops_slug` ON `shops` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `shops_domain` ON `shops` (`domain`);--> statement-breakpoint
CREATE TABLE `waiting_rooms` (
	`key` text PRIMARY KEY NOT NULL,
	`scope` text NOT NULL,
	`shop_id` text,
	`event_id` text,
	`mode` text NOT NULL,
	`opens_at` integer NOT NULL,
	`target_active` integer NOT NULL,
	`rate_per_second` integer NOT NULL,
	`version` integer NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "waiting_rooms_scope" CHECK("waiting_rooms"."scope" in ('shop', 'catalogue', 'event')),
	CONSTRAINT "waiting_rooms_mode" CHECK("waiting_rooms"."mode" in ('off', 'on', 'scheduled', 'automatic', 'paused')),
	CONSTRAINT "waiting_rooms_owner" CHECK(("waiting_rooms"."scope" = 'event') = ("waiting_rooms"."event_id" is not null)),
	CONSTRAINT "waiting_rooms_shop" CHECK(("waiting_rooms"."scope" = 'event') = ("waiting_rooms"."shop_id" is null)),
	CONSTRAINT "waiting_rooms_target" CHECK("waiting_rooms"."target_active" between 1 and 1000000),
	CONSTRAINT "waiting_rooms_rate" CHECK("waiting_rooms"."rate_per_second" between 1 and 10000)
);
--> statement-breakpoint
CREATE TABLE `submissions` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`kind` text NOT NULL,
	`order_id` text,
	`data` text NOT NULL,
	`files` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`done_at` integer,
	`delete_at` integer NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "submissions_kind_known" CHECK("submissions"."kind" in ('refund', 'cancel', 'change', 'ticket_update', 'withdrawal'))
);
--> statement-breakpoint
CREATE INDEX `submissions_open` ON `submissions` (`done_at`,`created_at`);--> statement-breakpoint
CREATE INDEX `submissions_to_delete` ON `submissions` (`delete_at`);--> statement-breakpoint
CREATE TABLE `subscribers` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`list` text NOT NULL,
	`email` text NOT NULL,
	`locale` text NOT NULL,
	`accepted_at` integer NOT NULL,
	`confirmed_at` integer,
	`unsubscribed_at` integer,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "subscribers_list_known" CHECK("subscribers"."list" in ('main', 'tickets'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscribers_once` ON `subscribers` (`shop_id`,`list`,`email`);--> statement-breakpoint
CREATE TABLE `tickets` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`order_item_id` text NOT NULL,
	`position` integer NOT NULL,
	`event_id` text NOT NULL,
	`kind` text NOT NULL,
	`validation_code` text NOT NULL,
	`personal_identifier` text DEFAULT '{}' NOT NULL,
	`issued_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`checked_in_at` integer,
	`invalidated_at` integer,
	`disputed_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`order_item_id`) REFERENCES `order_items`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "tickets_code_is_13_digits" CHECK(length("tickets"."validation_code") = 13 and "tickets"."validation_code" not glob '*[^0-9]*')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tickets_code` ON `tickets` (`validation_code`);--> statement-breakpoint
CREATE UNIQUE INDEX `tickets_of_item` ON `tickets` (`order_item_id`,`position`);--> statement-breakpoint
CREATE INDEX `tickets_by_order` ON `tickets` (`order_id`);--> statement-breakpoint
CREATE INDEX `tickets_by_event` ON `tickets` (`event_id`,`expires_at`);--> statement-breakpoint
CREATE INDEX `tickets_with_contact_data` ON `tickets` (`event_id`) WHERE personal_identifier <> '{}';