ALTER TABLE "banners" VALIDATE CONSTRAINT "banners_focus_point";
