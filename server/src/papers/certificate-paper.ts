/* The texts and pictures on a printed certificate, made from its layout and content. Templates only place them. */

/** English is null where the paper is in Chinese only. */
interface Bilingual {
  readonly chinese: string;
  readonly english: string | null;
}

interface PaperFact {
  readonly term: Bilingual;
  readonly value: string;
}

/** JPEG, PNG or WebP; `photo` may be null on every paper. */
interface PaperPictures {
  readonly photo: Uint8Array | null;
  readonly logo: Uint8Array | null;
  /** Drawn behind the whole page, in place of the frame. */
  readonly background: Uint8Array | null;
  readonly seal: Uint8Array | null;
}

export interface CertificatePaper {
  readonly paper: 'a4-upright' | 'a4-across' | 'card';
  readonly issuer: Bilingual;
  readonly title: Bilingual;
  /** The register number with its term, for example `證書字號：北急字第1150001號`. */
  readonly heading: string;
  readonly holder: Bilingual;
  /** Below the name, for example identity number and birth date. */
  readonly holderFacts: readonly PaperFact[];
  /** The sentences of an A4 paper; on a card they are small print on its back. */
  readonly text: Bilingual;
  /** Facts below the text of an A4 paper, or on the front of a card. */
  readonly facts: readonly PaperFact[];
  /** Facts on the back of a card. A4 papers have no back and leave them out. */
  readonly backFacts: readonly PaperFact[];
  readonly date: Bilingual;
  readonly signer: { readonly title: string; readonly name: string } | null;
  /** An address of up to 320 characters, which is read from 25 mm at 150 dpi. */
  readonly qr: { readonly url: string; readonly caption: Bilingual };
  readonly pictures: PaperPictures;
}
