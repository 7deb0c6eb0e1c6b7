CREATE TABLE `refund_accounts` (
	`refund_id` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`iban` text NOT NULL,
	FOREIGN KEY (`refund_id`) REFERENCES `refunds`(`id`) ON UPDATE no action ON DELETE cascade
);
