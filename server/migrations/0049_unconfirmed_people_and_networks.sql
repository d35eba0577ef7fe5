ALTER TABLE "accounts" ADD COLUMN "phone_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "confirm_by" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "network" text;--> statement-breakpoint
-- 32 bytes of PostgreSQL's strong random source (244 bits of them random) in base64url.
INSERT INTO "server_keys" ("purpose", "secret", "created_at")
SELECT 'network', translate(rtrim(encode(decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'), 'base64'), '='), '+/', '-_'), now()
ON CONFLICT DO NOTHING;
