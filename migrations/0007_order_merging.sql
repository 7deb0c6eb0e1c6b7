-- No code has written `merged_into_id` yet. SQLite cannot add a foreign key to a column, and drizzle-kit would rebuild the
-- table, so the column is dropped and added again.
ALTER TABLE `orders` DROP COLUMN `merged_into_id`;--> statement-breakpoint
ALTER TABLE `orders` ADD `merged_into_id` text REFERENCES orders(id);--> statement-breakpoint
ALTER TABLE `orders` ADD `parted_from_id` text REFERENCES orders(id);--> statement-breakpoint
ALTER TABLE `orders` ADD `is_reserved` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_merged` ON `orders` (`merged_into_id`) WHERE merged_into_id is not null;--> statement-breakpoint
CREATE INDEX `orders_parted` ON `orders` (`parted_from_id`) WHERE parted_from_id is not null;
