CREATE INDEX `subscribers_by_time` ON `subscribers` (`accepted_at`);--> statement-breakpoint
ALTER TABLE `subscribers` DROP COLUMN `confirmed_at`;--> statement-breakpoint
ALTER TABLE `subscribers` DROP COLUMN `unsubscribed_at`;