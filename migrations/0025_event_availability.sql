CREATE TABLE `event_availability` (
	`event_id` text PRIMARY KEY NOT NULL,
	`sold_out_categories` text NOT NULL,
	`next_check_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
