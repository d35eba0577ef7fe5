ALTER TABLE "banners" DROP CONSTRAINT "banners_focus";--> statement-breakpoint
ALTER TABLE "banners" ADD COLUMN "title" text DEFAULT '橫幅圖片' NOT NULL;--> statement-breakpoint
ALTER TABLE "banners" ADD COLUMN "focus_x" smallint DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "banners" ADD COLUMN "link" text;--> statement-breakpoint
ALTER TABLE "banners" ADD COLUMN "published_at" timestamp with time zone DEFAULT '2026-01-01 00:00:00+08';--> statement-breakpoint
ALTER TABLE "banners" ADD CONSTRAINT "banners_focus_point" CHECK ("banners"."focus" between 0 and 100 and "banners"."focus" % 10 = 0 and "banners"."focus_x" between 0 and 100 and "banners"."focus_x" % 10 = 0) NOT VALID;