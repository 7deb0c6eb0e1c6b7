ALTER TABLE `incidents` ADD `seen_at` integer;--> statement-breakpoint
ALTER TABLE `incidents` ADD `accepted_at` integer;--> statement-breakpoint
ALTER TABLE `outbox` ADD `refusals` integer DEFAULT 0 NOT NULL;