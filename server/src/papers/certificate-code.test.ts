import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { buildCertificatePaper } from '../../test/certificate-paper.ts';
import { drawCertificate } from './render-certificate.ts';

/** In dots per inch. */
const PRINTER = 150;

test.each(['a4-upright', 'a4-across', 'card'] as const)(
  'the code of %s is read at 150 dpi',
  async (paper) => {
    const { qr, ...rest } = buildCertificatePaper({ paper });
    const url = qr.url.padEnd(320, 'x');
    const drawing = await drawCertificate({ ...rest, qr: { ...qr, url } });
    const { data, info } = await sharp(Buffer.from(drawing), { density: PRINTER })
      .flatten({ background: '#ffffff' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(decodeQR({ width: info.width, height: info.height, data })).toBe(url);
  },
);
