CREATE TABLE "unused_files" (
	"key" text PRIMARY KEY NOT NULL,
	"owner" text,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "unused_files_owner" CHECK ("unused_files"."owner" ~ '^account:[1-9][0-9]*$')
);
--> statement-breakpoint
CREATE INDEX "unused_files_since" ON "unused_files" USING btree ("since");--> statement-breakpoint
CREATE INDEX "unused_files_owner_since" ON "unused_files" USING btree ("owner","since");