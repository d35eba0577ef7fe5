import { FOCUS_STEP } from '@portal/contract/office/banners';
import { FieldError, FieldHint, labelClass } from '@portal/kit/ui/field.tsx';
import { type PointerEvent, useId } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { bannersText } from '../../text/zh-TW/banners.ts';
import type { BannerValues } from './banner-values.ts';
import { percentAt } from './percent-at.ts';

const text = bannersText.focus;

/** Chosen in the picture by pointer, and by two sliders by everybody. */
export const FocusField = ({ disabled }: { disabled: boolean }) => {
  const id = useId();
  const src = useWatch<BannerValues, 'src'>({ name: 'src' });
  const { field: across, fieldState } = useController<BannerValues, 'focusX'>({ name: 'focusX' });
  const { field: down } = useController<BannerValues, 'focus'>({ name: 'focus' });
  const choose = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const box = currentTarget.getBoundingClientRect();
    across.onChange(percentAt(clientX - box.left, box.width));
    down.onChange(percentAt(clientY - box.top, box.height));
  };
  if (src === '') return null;
  return (
    <fieldset aria-describedby={`${id}-hint`} className="min-w-0">
      <legend className={labelClass}>{text.label}</legend>
      <FieldHint id={`${id}-hint`}>{text.hint}</FieldHint>
      <div
        aria-hidden="true"
        className="relative mt-2 w-fit cursor-crosshair touch-none select-none overflow-hidden rounded-md border border-line"
        onPointerDown={(event) => {
          if (disabled) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          choose(event);
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && choose(event)}
      >
        <img alt="" className="block max-h-96 max-w-full" draggable={false} src={src} />
        <span
          className="-translate-1/2 pointer-events-none absolute size-8 rounded-full border-4 border-white bg-sea-700/60 outline-2 outline-ink"
          style={{ left: `${across.value}%`, top: `${down.value}%` }}
        />
      </div>
      <div className="mt-3 grid max-w-lg gap-3 sm:grid-cols-2">
        <Slider label={text.across} {...across} />
        <Slider label={text.down} {...down} />
      </div>
      <FieldError>{fieldState.error?.message}</FieldError>
    </fieldset>
  );
};

interface SliderProps {
  label: string;
  name: string;
  value: number;
  onChange: (value: number) => void;
  onBlur: () => void;
  ref: (element: HTMLInputElement | null) => void;
}

const Slider = ({ label, value, onChange, ...field }: SliderProps) => {
  const id = useId();
  return (
    <div>
      <div className="flex justify-between gap-2 text-sm">
        <label htmlFor={id}>{label}</label>
        <span aria-hidden="true">{text.percent(value)}</span>
      </div>
      <input
        {...field}
        aria-valuetext={text.percent(value)}
        className="block h-11 w-full cursor-pointer accent-sea-700 disabled:cursor-not-allowed"
        id={id}
        max={100}
        min={0}
        onChange={({ target }) => onChange(target.valueAsNumber)}
        step={FOCUS_STEP}
        type="range"
        value={value}
      />
    </div>
  );
};
