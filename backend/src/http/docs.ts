import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';

/** Serves the documentation of the API at `/api/docs`, generated from the routes and their schemas. */
export function serveDocs(app: NestFastifyApplication): void {
  const config = new DocumentBuilder()
    .setTitle('Pyramidion')
    .setDescription(
      'The API of the AI-run pyramid scheme that admits it. A parody: nothing here can be paid.',
    )
    .setVersion('1')
    .build();
  const document = SwaggerModule.createDocument(app, config);
  SwaggerModule.setup('api/docs', app, document, { customSiteTitle: 'Pyramidion: API' });
}
