import { zodResolver } from '@hookform/resolvers/zod';
import type { User } from '@portal/contract/accounts';
import { changesOf } from '@portal/kit/browser/changes.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type Path, type UseFormReturn, useForm } from 'react-hook-form';
import { readDraft } from '../platform/draft.ts';
import { useSavedDraft } from '../platform/use-saved-draft.ts';
import {
  type ProfileOutput,
  type ProfileValues,
  profileChanges,
  profileInput,
  profileValues,
} from './profile-values.ts';

export const DRAFT = 'profile';

/** Stands in the draft for a chosen photo, which is not kept. */
const PHOTO_MARK = 'portrait';

export const hadPhoto = (): boolean => readDraft(DRAFT)?.[PHOTO_MARK] !== undefined;

type Form = UseFormReturn<ProfileValues, unknown, ProfileOutput>;

/** Values from another tab or a renewal fill unchanged fields. */
const useFreshValues = (user: User, { getValues, setValue }: Form) => {
  const known = useRef(user);
  useEffect(() => {
    const values = getValues();
    const fresh = profileValues(user, profileChanges(values, known.current));
    known.current = user;
    for (const [name, text] of Object.entries(changesOf(fresh, values))) {
      setValue(name as Path<ProfileValues>, text);
    }
  }, [user, getValues, setValue]);
  return known;
};

export const useProfileForm = (user: User): Form => {
  const [defaultValues] = useState(() => profileValues(user, readDraft(DRAFT)));
  const resolver = useMemo(() => zodResolver(profileInput(user)), [user]);
  const form = useForm<ProfileValues, unknown, ProfileOutput>({
    defaultValues,
    resolver,
    shouldFocusError: false,
  });
  const known = useFreshValues(user, form);
  useSavedDraft(DRAFT, form, (values) => ({
    ...profileChanges(values, known.current),
    ...(values.file && { [PHOTO_MARK]: '' }),
  }));
  return form;
};
