ALTER TABLE `events` ADD `accessible_sections` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `venues` ADD `access_info` text;