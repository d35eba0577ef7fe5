import { type SitePageName, sitePages } from '@portal/contract/content';
import { PICTURE_CLASSES, type PictureUse, sitePageNames } from '@portal/contract/office/content';
import { sql } from 'drizzle-orm';
import { courses } from '../catalogue/tables.ts';
import { classes } from '../classes/tables.ts';
import type { Executor } from '../platform/database/database.ts';
import type { Staff } from '../staff/actors.ts';
import { withinClasses } from '../staff/scope.ts';
import { pageRevisionKey, sitePageKey } from './queries.ts';
import { banners, intros, introTypes, pictures, siteSettings } from './tables.ts';

export interface UsedPictureRow extends Record<string, unknown> {
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly createdAt: string;
  readonly uses: readonly PictureUse[];
  readonly moreClasses: number;
}

/** The keys of the pictures that the text shows. */
const keysIn = (html: unknown) =>
  sql`(select m[1] as key from regexp_matches(coalesce(${html}, ''), '/pictures/([A-Za-z0-9_-]{16,64})', 'g') m)`;

const pageValues = sitePages.flatMap((name: SitePageName) =>
  [sitePageKey(name), pageRevisionKey(name)].map(
    (setting) => sql`(${setting}, ${name}, ${sitePageNames[name]})`,
  ),
);

/** Each class once, the newest of a picture first. Drafts count where the staff member may read them. */
const classUses = (staff: Staff) => sql`
  select key, 'class' as kind, id::text as name, title,
    row_number() over (partition by key order by start_time desc, id desc) as place
  from (
    select distinct shown.key, ${classes.id}, ${classes.startTime}, ${classes.code} || ' ' || ${courses.chineseName} as title
    from ${classes} join ${courses} on ${courses.id} = ${classes.courseId}
      cross join lateral ${keysIn(sql`concat(${classes.html}, ' ', ${classes.paidHtml})`)} shown
    where concat(${classes.html}, ${classes.paidHtml}) like '%/pictures/%'
      and (${classes.state} <> 'draft' or ${withinClasses(staff, 'class.read')})
  ) found`;

/** Drafts, and texts that wait beside the public ones, count, too. */
const uses = sql`
  select picture_key as key, 'banner' as kind, id::text as name, title from ${banners}
  union select picture_key, 'intro_type', id::text, title from ${introTypes}
  union select shown.key, 'intro', i.id::text, coalesce(i.revision ->> 'title', i.title)
    from ${intros} i cross join lateral ${keysIn(sql`concat(i.html, ' ', i.revision ->> 'html')`)} shown
  union select shown.key, 'page', page.name, page.title
    from (values ${sql.join(pageValues, sql`, `)}) page (setting, name, title)
    join ${siteSettings} s on s.key = page.setting
    cross join lateral ${keysIn(sql`s.value ->> 'html'`)} shown
  union select shown.key, 'course', c.id::text, c.chinese_name
    from ${courses} c cross join lateral ${keysIn(sql`concat(c.html, ' ', c.paid_html)`)} shown`;

/** The pictures of the site with the places that show them, the newest first. */
export const findUsedPictures = async (db: Executor, staff: Staff): Promise<UsedPictureRow[]> => {
  const { rows } = await db.execute<UsedPictureRow>(sql`
    select p.key, p.width, p.height, to_json(p.created_at) #>> '{}' as "createdAt",
      json_agg(json_build_object('kind', u.kind, 'name', u.name, 'title', u.title)
        order by u.kind, u.place, u.title, u.name) filter (where u.place <= ${PICTURE_CLASSES}) as uses,
      (count(*) filter (where u.place > ${PICTURE_CLASSES}))::int as "moreClasses"
    from (select *, 0 as place from (${uses}) content union all ${classUses(staff)}) u
      join ${pictures} p on p.key = u.key
    group by p.key order by p.created_at desc, p.key`);
  return rows;
};
