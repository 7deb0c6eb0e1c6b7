DROP INDEX `products_by_artist`;--> statement-breakpoint
CREATE INDEX `products_by_artist` ON `products` (`artist_id`,`hidden`,`created_at`,`id`);