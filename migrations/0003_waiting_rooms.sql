CREATE TABLE `waiting_rooms` (
	`key` text PRIMARY KEY NOT NULL,
	`scope` text NOT NULL,
	`shop_id` text,
	`event_id` text,
	`mode` text NOT NULL,
	`opens_at` integer NOT NULL,
	`target_active` integer NOT NULL,
	`rate_per_second` integer NOT NULL,
	`version` integer NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "waiting_rooms_scope" CHECK("waiting_rooms"."scope" in ('shop', 'catalogue', 'event')),
	CONSTRAINT "waiting_rooms_mode" CHECK("waiting_rooms"."mode" in ('off', 'on', 'scheduled', 'automatic', 'paused')),
	CONSTRAINT "waiting_rooms_owner" CHECK(("waiting_rooms"."scope" = 'event') = ("waiting_rooms"."event_id" is not null)),
	CONSTRAINT "waiting_rooms_shop" CHECK(("waiting_rooms"."scope" = 'event') = ("waiting_rooms"."shop_id" is null)),
	CONSTRAINT "waiting_rooms_target" CHECK("waiting_rooms"."target_active" between 1 and 1000000),
	CONSTRAINT "waiting_rooms_rate" CHECK("waiting_rooms"."rate_per_second" between 1 and 10000)
);
