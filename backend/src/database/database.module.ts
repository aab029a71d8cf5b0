import type { DynamicModule, OnApplicationShutdown } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import { Database } from './database.js';
import { Reader } from './reader.js';
import { Writer } from './writer.js';

/** Offers the open database to every feature and closes it after the last request. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(private readonly database: Database) {}

  static of(database: Database): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        { provide: Database, useValue: database },
        { provide: Reader, useValue: database.reader },
        { provide: Writer, useValue: database.writer },
      ],
      exports: [Database, Reader, Writer],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
