CREATE TABLE "staff_factor_resets" (
	"staff_id" bigint PRIMARY KEY NOT NULL,
	"asked_by" bigint NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_factor_resets_due" CHECK ("staff_factor_resets"."due_at" > "staff_factor_resets"."asked_at")
);
--> statement-breakpoint
CREATE TABLE "staff_known_addresses" (
	"staff_id" bigint NOT NULL,
	"address" text NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_known_addresses_staff_id_address_pk" PRIMARY KEY("staff_id","address")
);
--> statement-breakpoint
ALTER TABLE "staff_factor_resets" ADD CONSTRAINT "staff_factor_resets_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_factor_resets" ADD CONSTRAINT "staff_factor_resets_asked_by_staff_accounts_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."staff_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_known_addresses" ADD CONSTRAINT "staff_known_addresses_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_factor_resets_due_at" ON "staff_factor_resets" USING btree ("due_at");