/** The package has no types for this entry. */
declare module 'libheif-js/wasm-bundle.js' {
  interface Shown {
    readonly data: Uint8ClampedArray;
    readonly width: number;
    readonly height: number;
  }
  interface Picture {
    get_width(): number;
    get_height(): number;
    display(into: Shown, done: (shown: Shown | null) => void): void;
  }
  const libheif: {
    readonly ready: Promise<unknown>;
    readonly HeifDecoder: new () => { decode(bytes: Uint8Array): Picture[] };
  };
  export = libheif;
}
