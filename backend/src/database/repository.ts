import { Injectable, type Type } from '@nestjs/common';
import { EntityManager, Repository, type ObjectLiteral } from 'typeorm';
import { dialectOf } from './dialect.js';

/** Returns the base class of a repository that is bound to a manager. */
export function repositoryOf<Row extends ObjectLiteral>(entity: Type<Row>) {
  @Injectable()
  class BoundRepository extends Repository<Row> {
    readonly dialect = dialectOf(this.manager);

    constructor(manager: EntityManager) {
      super(entity, manager, manager.queryRunner);
    }
  }
  return BoundRepository;
}
