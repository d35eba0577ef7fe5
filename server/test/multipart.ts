/** The fields of a form and its file. A field that is undefined is left out. */
export interface MultipartForm {
  fields: Readonly<Record<string, string | undefined>>;
  file?: { bytes: Uint8Array; name?: string; type?: string };
}

/** Body and headers of a multipart/form-data request. */
export const multipart = async ({ fields, file }: MultipartForm) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
  if (file) {
    const { bytes, name = 'photo.jpg', type = 'image/jpeg' } = file;
    form.append('file', new Blob([Uint8Array.from(bytes)], { type }), name);
  }
  const response = new Response(form);
  return {
    body: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  };
};
