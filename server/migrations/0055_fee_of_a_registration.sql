ALTER TABLE "registrations" ADD COLUMN "fee" integer;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "credited" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_credited" CHECK ("registrations"."credited" between -9999999 and 9999999) NOT VALID;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_fee" CHECK ("registrations"."fee" between 0 and 9999999) NOT VALID;
