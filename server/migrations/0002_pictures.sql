CREATE TABLE "pictures" (
	"key" text PRIMARY KEY NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pictures_key" CHECK ("pictures"."key" ~ '^[A-Za-z0-9_-]{16,64}$'),
	CONSTRAINT "pictures_size" CHECK ("pictures"."width" between 1 and 4000 and "pictures"."height" between 1 and 4000)
);
--> statement-breakpoint
DROP INDEX "classes_start_time";--> statement-breakpoint
DROP INDEX "classes_listed";--> statement-breakpoint
ALTER TABLE "banners" ADD CONSTRAINT "banners_picture_key_pictures_key_fk" FOREIGN KEY ("picture_key") REFERENCES "public"."pictures"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intro_types" ADD CONSTRAINT "intro_types_picture_key_pictures_key_fk" FOREIGN KEY ("picture_key") REFERENCES "public"."pictures"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "classes_upcoming" ON "classes" USING btree ("start_time","organization_id","train_class_id") WHERE "classes"."published_at" is not null;--> statement-breakpoint
CREATE INDEX "classes_listed" ON "classes" USING btree ("published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"start_time","organization_id","train_class_id") WHERE "classes"."published_at" is not null;