CREATE TABLE `shipments` (
	`order_id` text PRIMARY KEY NOT NULL,
	`tracking_number` text,
	`tracking_url` text,
	`packed_at` integer,
	`shipped_at` integer,
	`delivered_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade
);
