ALTER TABLE "erasure_requests" ADD COLUMN "kind" text DEFAULT 'erasure' NOT NULL;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD COLUMN "recorded_by" text;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD COLUMN "extended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD COLUMN "extension_reason" text;--> statement-breakpoint
ALTER TABLE "erasure_requests" DROP CONSTRAINT "erasure_requests_state", ADD CONSTRAINT "erasure_requests_state" CHECK ("erasure_requests"."state" in ('requested', 'withdrawn', 'declined', 'answered', 'erased')) NOT VALID;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_kind" CHECK ("erasure_requests"."kind" in ('erasure', 'access', 'correction')) NOT VALID;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_erased" CHECK ("erasure_requests"."state" <> 'erased' or "erasure_requests"."kind" = 'erasure') NOT VALID;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_answered" CHECK ("erasure_requests"."state" <> 'answered' or "erasure_requests"."kind" <> 'erasure') NOT VALID;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_extended" CHECK (("erasure_requests"."extended_at" is null) = ("erasure_requests"."extension_reason" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_recorded_by" CHECK ("erasure_requests"."recorded_by" ~ '^((account|staff):[1-9][0-9]*|system)$') NOT VALID;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_texts" CHECK (length("erasure_requests"."note") <= 1000 and length("erasure_requests"."reason") <= 1000 and length("erasure_requests"."extension_reason") <= 1000) NOT VALID;
