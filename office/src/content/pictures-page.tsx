import { readable } from '@portal/contract/dates';
import type { PictureUse, UsedPicture } from '@portal/contract/office/content';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Loaded } from '../platform/loaded.tsx';
import { Page } from '../platform/page.tsx';
import { paths } from '../platform/paths.ts';
import { useMay } from '../platform/session.ts';
import { contentText } from '../text/zh-TW/content.ts';
import { usedPicturesQuery } from './api/get-used-pictures.ts';
import { ContentNav } from './content-nav.tsx';

const text = contentText.pictures;

const placeOf: Readonly<Record<PictureUse['kind'], (name: string) => string>> = {
  banner: (id) => paths.banner.to({ id }),
  intro_type: (id) => paths.introType.to({ id }),
  intro: (id) => paths.intro.to({ id }),
  page: (name) => paths.sitePage.to({ name }),
  course: (id) => paths.course.to({ id }),
  class: (id) => paths.trainingClass.to({ id }),
};

/** Editors may open neither courses nor classes. */
const useOpens = (kind: PictureUse['kind']): boolean => {
  const [courses, classes] = [useMay('settings.read'), useMay('class.read')];
  if (kind === 'course') return courses;
  return kind === 'class' ? classes : true;
};

const Use = ({ kind, name, title }: PictureUse) => (
  <li>
    {text.kinds[kind]}{' '}
    {useOpens(kind) ? (
      <Link className="text-sea-800 underline hover:no-underline" to={placeOf[kind](name)}>
        {title}
      </Link>
    ) : (
      title
    )}
  </li>
);

const Uses = ({ uses, moreClasses }: Pick<UsedPicture, 'uses' | 'moreClasses'>) => (
  <ul>
    {uses.map((use) => (
      <Use key={`${use.kind} ${use.name}`} {...use} />
    ))}
    {moreClasses > 0 && <li>{text.moreClasses(moreClasses)}</li>}
  </ul>
);

/** Opens the picture itself. */
const Thumbnail = ({ picture: { src, width, height }, number }: { picture: UsedPicture; number: number }) => (
  <a href={src} rel="noreferrer" target="_blank">
    <img
      alt={text.open(number)}
      className="h-20 w-32 rounded-md border border-line bg-surface object-contain"
      height={height}
      loading="lazy"
      src={`${src}?w=400`}
      width={width}
    />
  </a>
);

interface Row extends UsedPicture {
  readonly number: number;
}

const columns: readonly Column<Row>[] = [
  {
    key: 'picture',
    header: text.picture,
    cell: ({ number, ...picture }) => <Thumbnail number={number} picture={picture} />,
    primary: true,
  },
  { key: 'uses', header: text.uses, cell: (row) => <Uses moreClasses={row.moreClasses} uses={row.uses} /> },
  {
    key: 'size',
    header: text.size,
    cell: ({ width, height }) => `${width} × ${height}`,
    together: true,
  },
  { key: 'uploaded', header: text.uploaded, cell: ({ uploadedAt }) => readable(uploadedAt), together: true },
];

export const PicturesPage = () => (
  <Page lead={text.lead} nav={<ContentNav />} title={text.title}>
    <Loaded query={useQuery(usedPicturesQuery)}>
      {(pictures) => (
        <DataTable
          caption={text.caption}
          columns={columns}
          empty={<EmptyState title={text.empty} />}
          rowKey={({ src }) => src}
          rows={pictures.map((picture, at) => ({ ...picture, number: at + 1 }))}
        />
      )}
    </Loaded>
  </Page>
);
