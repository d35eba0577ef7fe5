-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "registrations_lapsing" ON "registrations" USING btree ("confirm_by") WHERE "registrations"."state" = 'pending' and "registrations"."confirm_by" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "registrations_network" ON "registrations" USING btree ("class_id","network") WHERE "registrations"."network" is not null;
