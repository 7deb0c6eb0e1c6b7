CREATE TABLE `voucher_redemptions` (
	`order_id` text PRIMARY KEY NOT NULL,
	`programme` text NOT NULL,
	`voucher_id` text,
	`label` text NOT NULL,
	`cents` integer NOT NULL,
	`returned_cents` integer DEFAULT 0 NOT NULL,
	`redeemed_at` integer NOT NULL,
	`returned_at` integer,
	`revision` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`voucher_id`) REFERENCES `vouchers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "voucher_redemptions_amount" CHECK("voucher_redemptions"."cents" > 0),
	CONSTRAINT "voucher_redemptions_returned" CHECK("voucher_redemptions"."returned_cents" between 0 and "voucher_redemptions"."cents"),
	CONSTRAINT "voucher_redemptions_programme" CHECK(("voucher_redemptions"."programme" = 'own') = ("voucher_redemptions"."voucher_id" is not null))
);
--> statement-breakpoint
CREATE INDEX `voucher_redemptions_by_voucher` ON `voucher_redemptions` (`voucher_id`);--> statement-breakpoint
CREATE TABLE `voucher_reservations` (
	`order_id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`released_at` integer
);
--> statement-breakpoint
ALTER TABLE `vouchers` ADD `covers` text DEFAULT 'tickets' NOT NULL;--> statement-breakpoint
ALTER TABLE `vouchers` ADD `minimum_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `vouchers` ADD `void_at` integer;--> statement-breakpoint
ALTER TABLE `vouchers` ADD `gift_item_id` text REFERENCES order_items(id);--> statement-breakpoint
ALTER TABLE `vouchers` ADD `gift_position` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `vouchers_of_gift` ON `vouchers` (`gift_item_id`,`gift_position`) WHERE gift_item_id is not null;