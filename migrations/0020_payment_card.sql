ALTER TABLE `payments` ADD `card_key` text;--> statement-breakpoint
CREATE INDEX `payments_by_card` ON `payments` (`card_key`) WHERE card_key is not null;